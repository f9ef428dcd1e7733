import { describe, expect, it } from 'vitest'
import { packageText } from '#schemas/api/configuration.ts'
import { differences, markOf } from './differences.ts'
import { dictPart } from './parts/dicts.ts'
import { grantPart } from './parts/grants.ts'
import { menuPart } from './parts/menus.ts'

const yes = { value: '1', text: '是', order: 1 }
const no = { value: '0', text: '否', order: 2 }
const dict = (...items: (typeof yes)[]) => ({ code: 'yn', title: '是否', items })
const page = { title: '展会', path: '/expo' }
const button = (permission: string) => ({ title: '新增', permission })

describe('differences', () => {
  it('of a dictionary are told item by item, whatever their order; what only is here stays', () => {
    const told = (given: object, here: object) =>
      differences(dictPart.comparable(given as never), dictPart.comparable(here as never), dictPart.keeps)
    expect(told(dict(yes, no), dict(no, yes))).toEqual([])
    expect(told(dict(yes), dict(yes, no))).toEqual([])
    expect(told(dict({ ...yes, text: '对' }, no), dict(yes))).toEqual([
      { place: 'items › 0', given: '{"order":2,"text":"否","value":"0"}', here: null },
      { place: 'items › 1 › text', given: '对', here: '是' },
    ])
  })

  it('of a menu entry keep buttons that only are here, and know an entry by its address or place', () => {
    const told = (given: object, here: object) =>
      differences(menuPart.comparable(given as never), menuPart.comparable(here as never), menuPart.keeps)
    expect(told(page, { ...page, buttons: [button('a:add')] })).toEqual([])
    expect(told({ ...page, buttons: [button('a:add')] }, page)).toHaveLength(1)
    expect(menuPart.keyOf(page)).toBe('/expo')
    expect(menuPart.keyOf({ title: '组', parent: '/expo' })).toBe('/expo > 组')
  })

  it('of grants are exact in both directions', () => {
    const told = (given: string[], here: string[]) =>
      differences(
        grantPart.comparable({ role: 'a', permissions: given }),
        grantPart.comparable({ role: 'a', permissions: here }),
        grantPart.keeps,
      ).map(({ given: one, here: other }) => [one, other])
    expect(told(['/x', '/y'], ['/y', '/x'])).toEqual([])
    expect(told(['/x'], ['/y'])).toEqual([
      ['✓', null],
      [null, '✓'],
    ])
  })
})

it('a package is the same file and has the same mark, whatever the order of its keys', () => {
  const [one, other] = [
    { format: 'expo-configuration', version: 1, parts: { roles: [{ code: 'a', name: '甲' }] } },
    { parts: { roles: [{ name: '甲', code: 'a' }] }, version: 1, format: 'expo-configuration' },
  ] as const
  expect(packageText(one)).toBe(packageText(other))
  expect(markOf(one)).toBe(markOf(other))
  expect(markOf(one)).not.toBe(markOf({ ...one, version: 2 }))
})
