import { describe, expect, it } from 'vitest'
import type { MenuItem } from '../session/wire.ts'
import { builtInRoutes } from './built-in-routes.ts'
import { activeKeys, buildMenuModel, followRedirects } from './menu-model.ts'
import { pageKindOf } from './page-kind.ts'

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
            { icon: 'user', keepAlive: true, url: '/u', componentName: 'UserList' },
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

  it('obey every word of an item’s meta [menu-03]', () => {
    const entry = (meta: MenuItem['meta']) =>
      buildMenuModel([item('/x', { component: 'layouts/IframePageView' }, meta)], new Set(['own']))
    const url = 'https://x.example/'
    const whole = entry({ title: '标题', icon: 'user', url, keepAlive: true, permissionList: ['own'] })
    expect(whole.find('/x')?.route).toMatchObject({ title: '标题', icon: 'user', url, keepAlive: true })
    expect(whole.tree[0]).toMatchObject({ title: '标题', icon: 'user', externalUrl: null })
    expect(entry({ title: '标题', permissionList: ['other'] }).find('/x')).toBeNull()
    const outside = entry({ title: '标题', url, internalOrExternal: true })
    expect(outside.find('/x')).toBeNull()
    expect(outside.tree[0]?.externalUrl).toBe(url)
    // A name of the component beside its path changes nothing of the route.
    expect(entry({ title: '标题', url, componentName: 'Other' }).find('/x')?.route).toEqual(
      entry({ title: '标题', url }).find('/x')?.route,
    )
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

  it('keep their keys where the menu is put in another order', () => {
    const [own, other] = [item('/own', { id: 'own' }), item('/other', { id: 'other' })]
    const group = (...children: MenuItem[]) => item('/group', { id: 'group', children })
    const keys = (items: MenuItem[], address: string) => activeKeys(build(items), address)
    const [groupKey] = keys([other, group(own)], '/own')
    expect(keys([group(other, own)], '/other')).toEqual([groupKey, ...keys([other], '/other')])
    // A server that names one id twice, or one that is another entry's place.
    const model = build([own, { ...other, id: 'own' }, item('/third', { id: '1' }), item('/fourth')])
    expect(new Set(model.tree.map(({ key }) => key)).size).toBe(4)
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

describe('menus of the origin', () => {
  const generated = (path: string, component: string, title: string) =>
    item(path, { component, hidden: true }, { title })
  const withOurs = (menu: MenuItem[]) => buildMenuModel(menu, new Set(), builtInRoutes('/expo/ExpoList'))
  const kindAt = (model: ReturnType<typeof build>, path: string) => {
    const found = model.find(path)
    return found && pageKindOf(found.route, found.params, path)
  }

  it.each([
    ['/online/cgformList/:id', 'super/online/cgform/auto/default/OnlineAutoList'],
    ['/online/cgformList/:code', 'modules/online/cgform/auto/OnlCgformAutoList'],
    ['/online/cgformTreeList/:id', 'super/online/cgform/auto/tree/DefaultOnlineList'],
    ['/online/cgformTreeList/:id', '/super/online/cgform/auto/tree/OnlineAutoTreeList.vue'],
    ['/online/cgformErpList/:id', 'super/online/cgform/auto/erp/CgformErpList'],
    ['/online/cgformErpList/:id', 'super/online/cgform/auto/erp/OnlCgformErpList'],
    ['/online/cgformInnerTableList/:id', 'super/online/cgform/auto/innerTable/OnlCgformInnerTableList'],
    ['/online/cgformTabList/:id', 'super/online/cgform/auto/tab/OnlCgformTabList'],
    ['/online/cgformList/:id', '1'],
    ['/online/cgformTabList/:id', 'layouts/RouteView'],
  ])('lead %s, drawn by %s, to the form, whose document names the page', (path, component) => {
    const model = withOurs([generated(path, component, 'AUTO在线表单')])
    const address = path.replace(/:\w+/, 'demo')
    expect(kindAt(model, address)).toEqual({ kind: 'document', code: 'demo' })
    expect(model.find(address)?.route.title).toBe('')
  })

  it('keep the title of an entry that stands for one form', () => {
    const model = withOurs([generated('/online/cgformList/leave', '7030311f', '请假单')])
    expect(kindAt(model, '/online/cgformList/leave')).toEqual({ kind: 'document', code: 'leave' })
    expect(model.find('/online/cgformList/leave')?.route.title).toBe('请假单')
    const generic = withOurs([generated('/online/cgformList/leave', '1', 'AUTO在线表单')])
    expect(generic.find('/online/cgformList/leave')?.route.title).toBe('')
  })

  it.each([
    ['/online/cgreport/:id', 'super/online/cgreport/auto/OnlCgReportList', 'report'],
    ['/online/cgreport/6c7f', 'modules/online/cgreport/auto/OnlCgreportAutoList', 'report'],
    ['/online/graphreport/chart/:code', 'super/online/graphreport/auto/GraphreportAutoChart', 'chart'],
    ['/online/graphreport/templet/:code', '1', 'chart'],
  ])('name a report or chart at %s for what it is', (path, component, what) => {
    const model = withOurs([generated(path, component, 'AUTO')])
    expect(kindAt(model, path.replace(/:\w+/, 'demo'))).toEqual({ kind: 'planned', what })
  })

  it('break no address that works: what can be drawn wins, wherever it stands', () => {
    const ours = item('/expo/ExpoList', { component: 'online/FormPage' }, { form: 'expo' })
    const theirs = [
      item('/expo/ExpoList', { component: 'expo/ExpoList' }),
      item('/isps/userAnnouncement', { component: 'layouts/RouteView', children: [item('/x')] }),
      item('/:a/:b/:c', { component: 'layouts/Nothing' }),
      item('/online/copyform/:code', { component: 'modules/online/cgform/CopyList' }),
    ]
    for (const menu of [
      [...theirs, ours],
      [ours, ...theirs],
    ]) {
      const model = withOurs(menu)
      expect(kindAt(model, '/expo/ExpoList')).toEqual({ kind: 'document', code: 'expo' })
      expect(kindAt(model, '/isps/userAnnouncement')).toEqual({ kind: 'document', code: 'my_message' })
      expect(kindAt(model, '/online/cgformList/expo')).toEqual({ kind: 'document', code: 'expo' })
      expect(kindAt(model, '/online/copyform/expo')).toEqual({ kind: 'document', code: 'expo' })
    }
    // An entry that shows nothing gives way to a pattern that does.
    const covered = withOurs([
      item('/list/one', { component: 'x' }),
      item('/list/:code', { component: 'super/online/cgform/auto/default/OnlineAutoList' }),
    ])
    expect(kindAt(covered, '/list/one')).toEqual({ kind: 'document', code: 'one' })
  })

  it('keep designers of forms and reports apart from what they make', () => {
    const model = withOurs([item('/online/cgform', { component: 'super/online/cgform/index' })])
    expect(kindAt(model, '/online/cgform')).toMatchObject({ kind: 'missing' })
  })
})
