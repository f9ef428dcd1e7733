import { describe, expect, it } from 'vitest'
import { buildMenuModel } from '../../menu/menu-model.ts'
import type { MenuItem } from '../../session/wire.ts'
import { matchesPinyin } from './pinyin-match.ts'
import { actionItems, matching, menuItems, recordItem, type SearchItem } from './search-items.ts'

const item = (path: string, more: Partial<MenuItem> = {}, meta: MenuItem['meta'] = {}): MenuItem => ({
  path,
  component: 'layouts/RouteView',
  route: '1',
  ...more,
  meta,
})
const build = (menu: MenuItem[]) => buildMenuModel(menu, new Set())
const where = ({ target }: SearchItem) =>
  'path' in target ? target.path : 'externalUrl' in target ? target.externalUrl : 'here'

describe('menu entries', () => {
  const model = build([
    item(
      '/expo',
      {
        children: [
          item('/expo/A', { component: 'x' }, { title: '展会管理' }),
          item('/expo/B', { component: 'x' }, { title: '账号2026' }),
        ],
      },
      { title: '参展' },
    ),
    item('/hidden', { component: 'x', hidden: true }, { title: '展会隐藏' }),
  ])

  it('finds listed pages by title, pinyin and initials [usermenu-03]', () => {
    const entries = menuItems(model)
    const found = (keyword: string) => matching(entries, keyword, matchesPinyin).map(where)
    expect(found('展会')).toEqual(['/expo/A'])
    expect(found('zhgl')).toEqual(['/expo/A'])
    expect(found('ZhanHui')).toEqual(['/expo/A'])
    expect(found('zh2026')).toEqual(['/expo/B'])
    expect(found('xyz')).toEqual([])
    expect(entries[0]?.trail).toBe('参展')
  })

  it('finds what opens in a new window, and keeps the query of an entry [usermenu-03, menu-12]', () => {
    const found = menuItems(
      build([
        item('/l?kind=1', { component: 'x' }, { title: '甲' }),
        item('/l?kind=2', { component: 'x' }, { title: '乙' }),
        item('/out', {}, { title: '官网', url: 'https://a.example/', internalOrExternal: true }),
      ]),
    )
    expect(found.map(where)).toEqual(['/l?kind=1', '/l?kind=2', 'https://a.example/'])
  })
})

describe('records and actions', () => {
  const form = (path: string, code: string, more: Partial<MenuItem> = {}) =>
    item(path, { component: 'x', ...more }, { title: code, form: code })
  const model = build([
    form('/expo/List?kind=1', 'expo'),
    form('/hidden', 'secret', { hidden: true }),
    item(
      '/online/cgformList/plain',
      { component: 'modules/online/cgform/auto/OnlCgformAutoList' },
      { title: 'p' },
    ),
  ])
  const record = (form: string) => ({ form, formTitle: '展会', id: 'a b', title: '春季展', note: '编号：Z1' })

  it('are opened where the menu shows their form, else by the code of the form', () => {
    expect(recordItem(model, record('expo'))).toMatchObject({ title: '春季展', trail: '编号：Z1 · 展会' })
    expect(where(recordItem(model, record('expo')))).toBe('/expo/List?kind=1&record=a%20b')
    expect(where(recordItem(model, record('plain')))).toBe('/online/cgformList/plain?record=a%20b')
    expect(where(recordItem(model, record('other')))).toBe('/online/cgformList/other?record=a%20b')
  })

  it('begin in lists that the menu shows, and are found by pinyin', () => {
    const starts = ['expo', 'secret', 'other'].map((code) => ({
      form: code,
      formTitle: '展会',
      starts: ['add', 'import'] as const,
    }))
    let runs = 0
    const own = { key: 'logout', icon: null, title: '退出登录', run: () => runs++ }
    const items = actionItems(
      model,
      starts.map((one) => ({ ...one, starts: [...one.starts] })),
      [own],
    )
    expect(items.map((one) => [one.title, where(one)])).toEqual([
      ['新增 展会', '/expo/List?kind=1&start=add'],
      ['导入 展会', '/expo/List?kind=1&start=import'],
      ['退出登录', 'here'],
    ])
    expect(matching(items, 'tcdl', matchesPinyin).map(({ title }) => title)).toEqual(['退出登录'])
    expect(matching(items, 'xzzh', matchesPinyin).map(({ title }) => title)).toEqual(['新增 展会'])
  })
})
