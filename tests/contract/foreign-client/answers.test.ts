import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { createForeignClient, type ForeignClient, signedIn } from './client.ts'

interface Entry {
  path: string
  component: string
  name: string
  hidden?: true
  meta: { title: string; icon?: string }
  children?: Entry[]
}

describe('answers to the 3.x client', () => {
  let test: TestApp
  let admin: ForeignClient
  let staff: ForeignClient
  beforeAll(async () => {
    test = await createTestApp()
    admin = await signedIn(test, 'admin')
    staff = await signedIn(test, 'staff')
  })
  afterAll(() => test.close())

  it('refuse with HTTP 200 and a code, except where the session is over', async () => {
    expect(await staff.get('/sys/no/such/path')).toMatchObject({
      status: 200,
      code: 404,
      error: '路径不存在，请检查路径是否正确',
    })
    expect(await staff.get('/sys/role/list')).toMatchObject({ status: 200, code: 510 })
    expect(await staff.get('/sys/user/list?pageSize=abc')).toMatchObject({ status: 200, code: 400 })
    expect(await staff.get('/online/cgform/api/form/expo/nothing')).toMatchObject({ status: 200, code: 404 })
    expect(await createForeignClient(test).get('/sys/user/list')).toMatchObject({ status: 401, code: 401 })
  })

  it('keep the meant status in the log, and tell other clients by status as before', async () => {
    await staff.get('/sys/role/list')
    const line = test.log.find((text) => text.includes('/sys/role/list') && text.includes('"status":403'))
    expect(line).toBeDefined()
    expect((await test.call(staff.token, 'GET', '/sys/role/list')).status).toBe(403)
  })

  it('say nothing after a read, and what was done after a change', async () => {
    for (const url of [
      '/sys/user/list',
      '/sys/dict/getDictItems/sex',
      '/online/cgform/api/getData/expo',
      '/sys/permission/getUserPermissionByToken',
      '/sys/sysDepart/queryTreeList',
    ])
      expect(await admin.get(url), url).toMatchObject({ isSuccess: true, toast: '' })
    const added = await admin.call('POST', '/sys/position/add', {
      code: 'FC01',
      name: '外来客户端',
      postRank: '1',
    })
    expect(added).toMatchObject({ isSuccess: true, toast: '添加成功！' })
  })

  it('work in the tenant that X-Tenant-Id names, and refuse another one', async () => {
    expect(await createForeignClient(test, { 'x-tenant-id': '1' }).get('/sys/user/list')).toMatchObject({
      status: 401,
    })
    const elsewhere = createForeignClient(test, { 'x-tenant-id': '77' })
    elsewhere.token = staff.token
    expect(await elsewhere.get('/sys/user/list')).toMatchObject({
      status: 200,
      code: 510,
      error: '无权访问该租户',
    })
  })

  it('have CSS colours for items of dictionaries, wherever they stand', async () => {
    const css = /^#[0-9a-f]{6}$/
    const items = (await staff.get('/sys/dict/getDictItems/expo_status')).result
    expect(items).toHaveLength(5)
    for (const { color } of items) expect(color).toMatch(css)
    const own = (await staff.get('/sys/user/getUserInfo')).result.sysAllDictItems.expo_status
    expect(own[0].color).toMatch(css)
    const columns = (await staff.get('/online/cgform/api/getColumns/expo')).result
    const colours = Object.values<{ color?: string }[]>(columns.dictOptions)
      .flat()
      .flatMap(({ color }) => color ?? [])
    expect(colours.length).toBeGreaterThan(4)
    for (const color of colours) expect(color).toMatch(css)
    // The specified client keeps the names of presets.
    expect(
      (await test.call(staff.token, 'GET', '/sys/dict/getDictItems/expo_status')).body.result[0],
    ).toMatchObject({
      color: 'default',
    })
  })

  it('have a menu of its own pages: home first, folders, icons with their set, lists by kind', async () => {
    const menu: Entry[] = (await admin.get('/sys/permission/getUserPermissionByToken')).result.menu
    expect(menu[0]).toMatchObject({ path: '/dashboard/analysis', component: 'dashboard/Analysis' })
    const expo = menu.find(({ meta }) => meta.title === '展会管理')
    expect(expo).toMatchObject({
      component: 'layouts/default/index',
      meta: { icon: 'ant-design:shop-outlined' },
    })
    expect(expo?.children?.find(({ meta }) => meta.title === '展会列表')).toMatchObject({
      path: '/online/cgformList/expo',
      component: 'super/online/cgform/auto/default/OnlineAutoList',
    })
    const all = menu.flatMap((entry) => [entry, ...(entry.children ?? [])])
    const of = (title: string) => all.find(({ meta }) => meta.title === title)
    expect(of('用户管理')).toMatchObject({ path: '/system/user', component: 'system/user/index' })
    expect(all.filter(({ path }) => path.endsWith('/:id')).map(({ component }) => component)).toEqual([
      'super/online/cgform/auto/default/OnlineAutoList',
      'super/online/cgform/auto/tree/OnlineAutoTreeList',
      'super/online/cgform/auto/erp/OnlCgformErpList',
      'super/online/cgform/auto/innerTable/OnlCgformInnerTableList',
      'super/online/cgform/auto/tab/OnlCgformTabList',
    ])
    for (const { meta } of all) if (meta.icon) expect(meta.icon).toMatch(/^[\w-]+:[\w-]+$/)
    expect(new Set(all.map(({ path }) => path)).size).toBe(all.length)
    const trees = all.filter(({ path }) => path.startsWith('/online/cgformTreeList/'))
    expect(trees.map(({ path }) => path)).toContain('/online/cgformTreeList/expo_category')
  })
})
