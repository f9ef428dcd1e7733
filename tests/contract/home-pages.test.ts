import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('home pages: a document over sys_role_index', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  beforeAll(async () => {
    test = await createTestApp()
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
  })
  afterAll(() => test.close())

  const said = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) =>
    (await test.call(token, method, `/sys/sysRoleIndex${url}`, body)).body
  const ofRole = (roleCode: string, url: string, more: object = {}) => ({
    relationType: 'ROLE',
    roleCode,
    url,
    component: 'expo/List',
    route: true,
    priority: 1,
    status: '1',
    ...more,
  })
  const homeOf = async (token: string) =>
    (await test.call(token, 'GET', '/sys/permission/getUserPermissionByToken')).body.result.homePath

  it('are added, found by their role, edited and deleted', async () => {
    const added = await said('POST', '/add', ofRole('staff', '/expo/ExpoExhibitionList'))
    expect(added).toMatchObject({ success: true, message: '添加成功！' })
    const { id } = added.result
    expect((await said('GET', '/queryByCode?roleCode=staff')).result).toMatchObject({
      id,
      roleCode: 'staff',
      url: '/expo/ExpoExhibitionList',
      route: true,
      priority: 1,
    })
    const listed = await said('GET', '/list?pageNo=1&pageSize=10&column=createTime&order=desc')
    expect(listed.result).toMatchObject({ total: 1, records: [{ id, url_dictText: '参展商' }] })
    for (const method of ['PUT', 'POST'] as const)
      expect(
        await said(method, '/edit', { ...ofRole('staff', '/expo/ExpoList'), id, priority: 3 }),
      ).toMatchObject({
        success: true,
        message: '修改成功!',
        result: { priority: 3, url: '/expo/ExpoList' },
      })
    expect((await said('GET', `/queryById?id=${id}`)).result).toMatchObject({ priority: 3 })
    expect(await said('DELETE', `/delete?id=${id}`)).toMatchObject({ success: true })
    const more = await said('POST', '/add', ofRole('staff', '/expo/ExpoList'))
    expect(await said('DELETE', `/deleteBatch?ids=${more.result.id}`)).toMatchObject({ success: true })
    expect((await said('GET', '/queryByCode?roleCode=staff')).result).toBeNull()
  })

  it('are one for each role, for roles that exist, and of this application', async () => {
    const { result } = await said('POST', '/add', ofRole('staff', '/expo/ExpoList'))
    expect(await said('POST', '/add', ofRole('staff', '/a'))).toMatchObject({
      success: false,
      message: '已有首页配置',
    })
    expect(await said('POST', '/add', ofRole('nobody', '/a'))).toMatchObject({ success: false })
    for (const url of [
      'expo',
      '//evil.example',
      'https://evil.example/',
      '/\\evil.example',
      '/a b',
      '/a?b=1',
    ])
      expect(await said('POST', '/add', ofRole('designer', url)), url).toMatchObject({
        success: false,
        message: '首页应为以 / 开头的页面地址',
      })
    expect(await said('POST', '/add', { ...ofRole('designer', '/a'), url: '' })).toMatchObject({
      success: false,
    })
    await said('DELETE', `/delete?id=${result.id}`)
  })

  it('are where their users begin: the first role that may open its own, else what everybody has', async () => {
    expect(await homeOf(staff)).toBeUndefined()
    const defaultIndex = async () => (await said('GET', '/queryDefIndex')).result
    expect(await defaultIndex()).toMatchObject({
      url: '/expo/ExpoList',
      component: 'expo/ExpoList',
      route: true,
    })
    // Twice: kept the first time, changed the second.
    for (const url of ['/expo/ExpoIntentionList', '/expo/ExpoEntryList'])
      expect(await said('PUT', `/updateDefIndex?url=${url}&component=x&isRoute=true`)).toMatchObject({
        success: true,
        message: '更新首页成功',
      })
    expect(await defaultIndex()).toMatchObject({ url: '/expo/ExpoEntryList', component: 'x' })
    expect(await homeOf(staff)).toBe('/expo/ExpoEntryList')
    const { result } = await said(
      'POST',
      '/add',
      ofRole('staff', '/expo/ExpoExhibitionList', { priority: 5 }),
    )
    expect(await homeOf(staff)).toBe('/expo/ExpoExhibitionList')
    expect(await homeOf(admin)).toBe('/expo/ExpoEntryList')

    // A second role that comes first.
    await test.database.connections.writePool.query(`
      insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('second', '第二', 'second', 1);
      insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
        select 'second', id, 'second', 1 from platform.sys_user where username = 'staff'`)
    await test.app.sessions.rightsChanged()
    await said('POST', '/add', ofRole('second', '/expo/ExpoList', { priority: 2 }))
    expect(await homeOf(staff)).toBe('/expo/ExpoList')
    // One that was not granted is passed over.
    const { result: second } = await said('GET', '/queryByCode?roleCode=second')
    await said('PUT', '/edit', { ...second, url: '/isystem/role' })
    expect(await homeOf(staff)).toBe('/expo/ExpoExhibitionList')
    // The user's own comes before all.
    const own = await said('POST', '/add', {
      ...ofRole('staff', '/expo/ExpoIntentionList'),
      relationType: 'USER',
      priority: 9,
    })
    expect(own).toMatchObject({ success: true, result: { roleCode: 'staff', relationType: 'USER' } })
    expect(await homeOf(staff)).toBe('/expo/ExpoIntentionList')
    await said('PUT', '/edit', { ...own.result, status: '0' })
    expect(await homeOf(staff)).toBe('/expo/ExpoExhibitionList')
    // With its role a home page goes.
    await test.call(admin, 'DELETE', '/sys/role/delete?id=second')
    expect((await said('GET', '/queryByCode?roleCode=second')).result).toBeNull()
    await said('DELETE', `/delete?id=${result.id}`)
    expect(await homeOf(staff)).toBe('/expo/ExpoEntryList')
    expect(await said('GET', '/cleanDefaultIndexCache')).toMatchObject({ success: true })
  })

  it('belong to their tenant, and need their rights', async () => {
    await test.database.connections.writePool.query(`
      insert into platform.sys_tenant (id, name) values (2, '乙');
      insert into platform.sys_role_index (id, tenant_id, relation_type, url) values ('other', 2, 'DEFAULT', '/expo/ExpoList')`)
    expect((await test.call(admin, 'GET', '/sys/sysRoleIndex/queryById?id=other')).status).toBe(404)
    expect((await said('GET', '/queryDefIndex')).result.url).toBe('/expo/ExpoEntryList')
    for (const [method, url] of [
      ['GET', '/list'],
      ['GET', '/queryDefIndex'],
      ['GET', '/queryByCode?roleCode=staff'],
      ['PUT', '/updateDefIndex?url=/a'],
      ['GET', '/cleanDefaultIndexCache'],
    ] as const)
      expect((await test.call(staff, method, `/sys/sysRoleIndex${url}`)).status, url).toBe(403)
  })
})
