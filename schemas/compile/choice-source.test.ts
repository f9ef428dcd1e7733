import { expect, it } from 'vitest'
import { type ChoiceField, choiceSource, lookupSource } from './choice-source.ts'

const field = (view: string, options: Record<string, unknown> = {}, dict: unknown = null) =>
  choiceSource({ view, options, dict: dict as Parameters<typeof choiceSource>[0]['dict'] })
const LEVELS = { table: 'area', txt: 'name', key: 'id', idField: 'id', pidField: 'pid' }
const TREE = { table: 'goods', text: 'name', code: 'no', pidField: 'pid' }

it('is the dictionary that the document names', () => {
  expect(field('list', {}, 'sex')).toEqual({ kept: 'sex' })
  expect(field('text', {}, [{ value: 1, text: '一' }])).toEqual({ options: [{ value: 1, text: '一' }] })
  const table = { table: 'company', value: 'id', text: 'name', order: 'name' }
  expect(field('sel_search', {}, table)).toEqual({ table: { ...table, declared: 'dict', key: null } })
  expect(field('text')).toBeNull()
  expect(field('nobody')).toBeNull()
})

it('is the table that the options of a kind name, whatever dictionary stands beside them', () => {
  expect(field('sel_tree', TREE, 'sex')).toMatchObject({
    table: { table: 'goods', text: 'name', value: 'no', root: '0', declared: 'options' },
  })
  expect(field('link_down', LEVELS)).toMatchObject({ table: { table: 'area', text: 'name', value: 'id' } })
  expect(field('cat_tree')).toMatchObject({ table: { table: 'sys_category', root: '0' } })
  expect(field('sel_user', { store: 'id' })).toMatchObject({ table: { text: 'realname', value: 'id' } })
  expect(field('sel_depart', { text: 'orgCode' })).toMatchObject({ table: { text: 'org_code', value: 'id' } })
  // A further level of linked dropdowns says nothing of its own.
  expect(field('link_down')).toBeNull()
})

it('is named by the field that declares it, and is the same for the same field', () => {
  const tree = { view: 'sel_tree', options: TREE, dict: null, dictKey: 'shop.goods' }
  expect(choiceSource(tree)).toMatchObject({ table: { key: 'shop.goods', tree: { pidField: 'pid' } } })
  expect(choiceSource(tree)).toBe(choiceSource(tree))
  expect(field('cat_tree', { pcode: 'B02' })).toMatchObject({ table: { platform: { under: 'B02' } } })
})

it('is asked for only where the choices are not at hand', () => {
  const of = (view: string, dict: ChoiceField['dict']) => lookupSource({ view, options: {}, dict })
  expect(of('list', 'sex')).toEqual({ kept: 'sex' })
  expect(of('sel_user', null)).toMatchObject({ table: { table: 'sys_user' } })
  expect(of('list', [{ value: 1, text: '一' }])).toBeNull()
  expect(of('pca', null)).toBeNull()
  expect(of('text', null)).toBeNull()
})

it('is the areas, or the two values of a switch', () => {
  expect(field('pca')).toEqual({ areas: true })
  expect(field('switch')).toEqual({
    options: [
      { value: 'Y', text: '是' },
      { value: 'N', text: '否' },
    ],
  })
  expect(field('switch', { values: [1, 0], texts: ['开', '关'] })).toMatchObject({
    options: [{ value: 1, text: '开' }, { value: 0 }],
  })
  expect(field('switch', {}, 'yn')).toEqual({ kept: 'yn' })
  expect(field('popup', { popupCode: 'x' })).toBeNull()
})
