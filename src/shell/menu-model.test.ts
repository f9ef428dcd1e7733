import { describe, expect, it } from 'vitest'
import type { MenuItem } from '../session/wire.ts'
import { activeKeys, buildMenuModel, followRedirects } from './menu-model.ts'
import { findEntries, searchEntries } from './menu-search.ts'
import { matchesPinyin } from './pinyin-match.ts'
import { pageKindOf } from './view-loader.ts'

const item = (path: string, more: Partial<MenuItem> = {}, meta: MenuItem['meta'] = {}): MenuItem => ({
  path,
  component: 'layouts/RouteView',
  route: '1',
  ...more,
  meta: { title: path.slice(1), ...meta },
})

const build = (menu: MenuItem[]) => buildMenuModel(menu, new Set())

describe('routes from the menu', () => {
  it('are built recursively, with what each item says [menu-01, menu-02, menu-03, menu-05, guard-04]', () => {
    const model = build([
      item('/sys', {
        children: [
          item(
            '/sys/user',
            { name: 'sys-user', component: 'system/UserList' },
            { icon: 'user', keepAlive: true },
          ),
        ],
      }),
    ])
    expect(model.find('/sys/user')?.route).toMatchObject({
      name: 'sys-user',
      component: 'system/UserList',
      icon: 'user',
      keepAlive: true,
      parents: [{ title: 'sys', path: '/sys' }],
    })
  })

  it('leave out an item with route "0" [menu-06]', () => {
    const model = build([item('/a', { route: '0', children: [item('/a/b')] })])
    expect(model.find('/a')).toBeNull()
    expect(model.find('/a/b')).not.toBeNull()
  })

  it('that are none are listed only where another route shows their address [menu-06]', () => {
    const model = build([
      item('/g', {
        children: [item('/g/nothing', { route: '0' }), item('/app/7', { route: '0' }), item('/g/page')],
      }),
      item('/app/:appId', { hidden: true, component: 'x' }),
      item('/empty', { component: 'layouts/RouteView', children: [item('/empty/x', { route: '0' })] }),
    ])
    expect(model.tree.map(({ path }) => path)).toEqual(['/g'])
    expect(model.tree[0]?.children.map(({ path }) => path)).toEqual(['/app/7', '/g/page'])
    expect(model.find('/g')?.route.children.map(({ path }) => path)).toEqual(['/app/7', '/g/page'])
    expect(searchEntries(model).map(({ path }) => path)).toEqual(['/app/7', '/g/page'])
  })

  it('lead an item marked alwaysShow to itself, others to their redirect [menu-04]', () => {
    const model = build([
      item('/a', { alwaysShow: true, redirect: '/a/b', children: [item('/a/b')] }),
      item('/c', { redirect: '/a/b' }),
    ])
    expect(followRedirects(model, '/a')).toBe('/a')
    expect(followRedirects(model, '/c')).toBe('/a/b')
  })

  it('survive circles, duplicates, missing parts and deep nesting', () => {
    let deep: MenuItem = item('/deep')
    for (let level = 0; level < 40; level++) deep = item(`/d${level}`, { children: [deep] })
    const model = build([
      item('/a', { redirect: '/b' }),
      item('/b', { redirect: '/a' }),
      item('/same', {}, { title: '一' }),
      item('/same', {}, { title: '二' }),
      { path: '' },
      null as unknown as MenuItem,
      deep,
    ])
    // Each stays where it is: a circle that ended elsewhere would go on from there.
    expect(followRedirects(model, '/a')).toBe('/a')
    expect(followRedirects(model, '/b')).toBe('/b')
    expect(model.find('/same')?.route.title).toBe('一')
    expect(new Set(model.tree.map(({ key }) => key)).size).toBe(model.tree.length)
  })

  it('are found where the address is encoded, and where the entry holds a query', () => {
    const model = build([item('/展会/清单 一'), item('/p?type=1'), item('/p?type=2'), item('/%zz')])
    expect(model.find('/%E5%B1%95%E4%BC%9A/%E6%B8%85%E5%8D%95%20%E4%B8%80')?.route.path).toBe('/展会/清单 一')
    expect(model.find('/p')?.route.path).toBe('/p')
    expect(model.find('/%zz')?.route.path).toBe('/%zz')
    expect(model.tree.map(({ path }) => path)).toEqual(['/展会/清单 一', '/p?type=1', '/p?type=2', '/%zz'])
    expect(activeKeys(model, '/p?type=2')).toEqual(['2'])
    expect(activeKeys(model, '/p?type=3')).toEqual(['1'])
  })

  it('stay where a redirect leads to nothing that the user has', () => {
    const model = build([item('/g', { redirect: '/not/granted' }), item('/h', { redirect: '/g?x=1' })])
    expect(followRedirects(model, '/g')).toBe('/g')
    expect(followRedirects(model, '/h')).toBe('/g?x=1')
  })

  it('take 2,000 entries', () => {
    const model = build(Array.from({ length: 2000 }, (_, at) => item(`/p${at}`)))
    expect(model.find('/p1999')).not.toBeNull()
  })

  it('match parameters and know which form a page shows', () => {
    const auto = 'modules/online/cgform/auto/OnlCgformAutoList'
    const model = build([
      item('/online/cgformList/:code', { component: auto, hidden: true }),
      item('/online/cgformList/fixed', { component: auto }),
      item('/expo/ExpoList', { component: 'expo/ExpoList' }, { form: 'expo_exhibition' }),
    ])
    const kind = (path: string) => {
      const found = model.find(path)
      return found && pageKindOf(found.route, found.params, path)
    }
    expect(kind('/online/cgformList/shop')).toEqual({ kind: 'document', code: 'shop' })
    expect(kind('/online/cgformList/fixed')).toEqual({ kind: 'document', code: 'fixed' })
    expect(kind('/expo/ExpoList')).toEqual({ kind: 'document', code: 'expo_exhibition' })
  })

  it('name a component that does not exist, and open addresses in a frame', () => {
    const model = build([
      item('/x', { component: 'system/Nothing' }),
      item('/y', { component: 'constructor' }),
      item('abc', { component: 'layouts/IframePageView' }, { url: 'https://example.com/' }),
      item('/g', { children: [item('/g/a')] }),
    ])
    const kind = (path: string) => {
      const found = model.find(path)
      return found && pageKindOf(found.route, found.params, path)
    }
    expect(kind('/x')).toEqual({ kind: 'missing', component: 'system/Nothing' })
    expect(kind('/y')).toEqual({ kind: 'missing', component: 'constructor' })
    expect(kind('/abc')).toEqual({ kind: 'frame', url: 'https://example.com/' })
    expect(kind('/g')).toEqual({ kind: 'group' })
  })
})

describe('the side menu', () => {
  it('nests groups and lists no hidden items [menu-10, menu-11]', () => {
    const model = build([
      item('/a', { children: [item('/a/b', { children: [item('/a/b/c', { component: 'x' })] })] }),
      item('/h', { hidden: true, children: [item('/h/i')] }),
    ])
    expect(model.tree).toMatchObject([
      { path: '/a', children: [{ path: '/a/b', children: [{ path: '/a/b/c' }] }] },
    ])
    expect(model.find('/h/i')).not.toBeNull()
  })

  it('opens external items in a new window [menu-12]', () => {
    const model = build([item('md5', {}, { url: 'https://example.com/', internalOrExternal: true })])
    expect(model.tree[0]?.externalUrl).toBe('https://example.com/')
    expect(model.find('/md5')).toBeNull()
  })

  it('highlights the entry of the route, for parameters by full path, with its groups [menu-08, menu-09]', () => {
    const model = build([
      item('/g', {
        children: [
          item('/online/cgformList/:code', { component: 'x' }),
          item('/online/cgformList/one', { component: 'x' }),
          item('/online/cgformList/two', { component: 'x' }),
        ],
      }),
    ])
    expect(activeKeys(model, '/online/cgformList/two')).toEqual(['0', '0.2'])
    expect(activeKeys(model, '/online/cgformList/other')).toEqual(['0', '0.0'])
    expect(activeKeys(model, '/nowhere')).toEqual([])
  })
})

describe('the menu search', () => {
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
    const entries = searchEntries(model)
    const found = (keyword: string) => findEntries(entries, keyword, matchesPinyin).map(({ path }) => path)
    expect(found('展会')).toEqual(['/expo/A'])
    expect(found('zhgl')).toEqual(['/expo/A'])
    expect(found('ZhanHui')).toEqual(['/expo/A'])
    expect(found('zh2026')).toEqual(['/expo/B'])
    expect(found('xyz')).toEqual([])
    expect(entries[0]?.trail).toBe('参展')
  })

  it('finds what opens in a new window, and keeps the query of an entry [usermenu-03, menu-12]', () => {
    const found = searchEntries(
      build([
        item('/l?kind=1', { component: 'x' }, { title: '甲' }),
        item('/l?kind=2', { component: 'x' }, { title: '乙' }),
        item('/out', {}, { title: '官网', url: 'https://a.example/', internalOrExternal: true }),
      ]),
    )
    expect(found.map(({ path, externalUrl }) => externalUrl ?? path)).toEqual([
      '/l?kind=1',
      '/l?kind=2',
      'https://a.example/',
    ])
  })
})
