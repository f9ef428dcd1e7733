import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldStates } from '#schemas/compile/field-states.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const PASSWORD = 'a-Quiet-Meadow-7'

describe('tenants: a document over sys_tenant', () => {
  let test: TestApp
  let admin = ''
  let adminId = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    adminId = (await query("select id from platform.sys_user where username = 'admin'")).rows[0].id
  })
  afterAll(() => test.close())

  const query = (text: string, values: unknown[] = []) =>
    test.database.connections.writePool.query(text, values)
  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
  const said = async (method: Method, url: string, body?: object, token = admin, tenant?: number) =>
    (
      await test.call(
        token,
        method,
        url,
        body,
        tenant === undefined ? {} : { headers: { 'X-Tenant-Id': String(tenant) } },
      )
    ).body
  const tenant = (tenantNo: number, more: object = {}) => ({
    tenantNo,
    name: `租户${tenantNo}`,
    status: 1,
    ...more,
  })
  const add = async (no: number, more: object = {}) => {
    const body = await said('POST', '/sys/tenant/add', tenant(no, more))
    expect(body).toMatchObject({ success: true, result: String(no) })
  }
  const status = async (token: string, no: number) =>
    (
      await test.call(token, 'GET', '/sys/permission/getUserPermissionByToken', undefined, {
        headers: { 'X-Tenant-Id': String(no) },
      })
    ).status
  const edit = async (no: number, change: object) => {
    const { result } = await said('GET', `/sys/tenant/queryById?id=${no}`)
    return said('PUT', '/sys/tenant/edit', { ...result, ...change })
  }
  const user = async (username: string, token = admin, no?: number) =>
    said('POST', '/sys/user/add', { username, realname: `用户${username}`, password: PASSWORD }, token, no)
  /** Signs in without the password change that is asked first. */
  const ready = async (username: string) => {
    await query('update platform.sys_user set must_change_password = false where username = $1', [username])
    await test.app.sessions.rightsChanged()
    return test.signIn(username, PASSWORD)
  }

  it('are added under a typed number, listed, edited, and the number is taken once [screen-117]', async () => {
    await add(7, { endDate: '2099-01-01 00:00:00' })
    const { result } = await said('GET', '/sys/tenant/list?name=*7*')
    expect(result.records).toMatchObject([
      {
        id: 7,
        tenantNo: 7,
        name: '租户7',
        status: 1,
        status_dictText: '正常',
        createBy: 'admin',
        _version: 1,
      },
    ])
    expect(await said('POST', '/sys/tenant/add', tenant(7))).toMatchObject({
      success: false,
      message: '该编号已存在!',
    })
    expect(await said('POST', '/sys/tenant/add', { ...tenant(8), tenantNo: null })).toMatchObject({
      success: false,
    })
    expect(
      await said('POST', '/sys/tenant/add', tenant(8, { beginDate: '2030-01-02', endDate: '2030-01-01' })),
    ).toMatchObject({ success: false })
    expect(await edit(7, { name: '改名', tenantNo: 9 })).toMatchObject({ success: true })
    expect((await said('GET', '/sys/tenant/queryList?ids=7,9')).result).toMatchObject([
      { id: 7, name: '改名' },
    ])
    expect((await said('GET', '/online/cgform/api/form/sys_tenant/7')).result).toMatchObject({
      tenantNo: 7,
      name: '改名',
      _version: 2,
    })
  })

  it('keep their number in the form, also the one that the product begins with', async () => {
    const form = test.documents.resolve('sys_tenant') as CompiledForm
    const { result } = await said('GET', '/online/cgform/api/form/sys_tenant/1')
    expect([...fieldStates(form, result).readonly]).toEqual(['tenantNo'])
    expect([...fieldStates(form, { tenantNo: 5, name: '新租户' }).readonly]).toEqual([])
  })

  it('are administered by who added them, who changes over to them', async () => {
    await add(10)
    expect((await said('GET', '/sys/tenant/getCurrentUserTenant')).result.list).toEqual(
      expect.arrayContaining([{ id: 10, name: '租户10', status: 1 }]),
    )
    const token = await test.signIn('admin')
    expect(await said('POST', '/sys/selectTenant', { tenantId: 10 }, token)).toMatchObject({ success: true })
    expect((await said('GET', '/sys/position/list', undefined, token)).result.total).toBe(0)
    const made = await said('POST', '/sys/sysDepart/add', { departName: '新总部', orgCategory: '1' }, token)
    expect(made).toMatchObject({ success: true })
    const names = JSON.stringify(await said('GET', '/sys/sysDepart/queryTreeList'))
    expect(names).not.toContain('新总部')
  })

  it('have members, who are found, added by account, made administrators and taken out', async () => {
    await add(11, { memberLimit: 2 })
    await user('guest')
    await user('third')
    const list = async () => (await said('GET', '/sys/tenant/getTenantUserList?userTenantId=11')).result
    const join = (username: string) =>
      said('PUT', `/sys/tenant/invitationUserJoin?ids=11&username=${username}`, {})
    expect(await join('nobody')).toMatchObject({ success: false, message: '用户不存在' })
    expect(await join('guest')).toMatchObject({ success: true })
    expect(await list()).toMatchObject({
      total: 2,
      records: [
        { username: 'admin', isAdmin: true },
        { username: 'guest', isAdmin: false },
      ],
    })
    expect(await join('third')).toMatchObject({
      success: false,
      message: expect.stringContaining('上限 2 人'),
    })
    // Also a user who is added there.
    const inside = await user('inside', admin, 11)
    expect(inside).toMatchObject({ success: false, message: expect.stringContaining('上限 2 人') })
    const guest = (await list()).records[1].id
    const make = (userId: string, isAdmin: boolean) =>
      said('PUT', '/sys/tenant/administrator', { tenantId: 11, userId, isAdmin })
    const token = await ready('guest')
    expect(
      (await test.call(token, 'GET', '/sys/user/list', undefined, { headers: { 'X-Tenant-Id': '11' } }))
        .status,
    ).toBe(200)
    expect(await make(guest, true)).toMatchObject({ success: true })
    expect((await said('GET', '/sys/role/list', undefined, token, 11)).result.total).toBe(1)
    expect(await make(adminId, false)).toMatchObject({ success: true })
    expect(await make(guest, false)).toMatchObject({ success: false, message: '至少保留一名可用的管理员' })
    const leave = (userIds: string) =>
      said('PUT', `/sys/tenant/leaveTenant?tenantId=11&userIds=${userIds}`, {})
    expect(await leave(guest)).toMatchObject({ success: false, message: '至少保留一名可用的管理员' })
    expect(await leave(adminId)).toMatchObject({ success: true })
    expect(await status(admin, 11)).toBe(403)
    expect((await list()).total).toBe(1)
  })

  it('frozen or ended, let nobody in, and end the sessions of those who work there', async () => {
    await add(12)
    const token = await test.signIn('admin')
    await said('POST', '/sys/selectTenant', { tenantId: 12 }, token)
    const own = async () => (await test.call(token, 'GET', '/sys/permission/getUserPermissionByToken')).status
    expect(await own()).toBe(200)
    expect(await edit(12, { status: 0 })).toMatchObject({ success: true })
    expect(await own()).toBe(401)
    expect(await edit(12, { status: 1 })).toMatchObject({ success: true })
    expect(await own()).toBe(200)
    // The end comes by itself: nobody changes anything then.
    const soon = new Date(Date.now() + test.clock.ahead + 60_000)
    const two = (part: number) => String(part).padStart(2, '0')
    const end = `${soon.getFullYear()}-${two(soon.getMonth() + 1)}-${two(soon.getDate())} ${[soon.getHours(), soon.getMinutes(), soon.getSeconds()].map(two).join(':')}`
    expect(await edit(12, { endDate: end })).toMatchObject({ success: true })
    expect(await own()).toBe(200)
    test.clock.ahead += 61_000
    expect(await own()).toBe(401)
    test.clock.ahead -= 61_000
    await edit(12, { beginDate: '2020-01-01 00:00:00', endDate: '2020-02-01 00:00:00' })
    expect(await said('POST', '/sys/selectTenant', { tenantId: 12 })).toMatchObject({ success: false })
    await edit(12, { endDate: null, beginDate: '2099-01-01 00:00:00' })
    expect(await status(admin, 12)).toBe(403)
    expect(await edit(1, { status: 0 })).toMatchObject({
      success: false,
      message: expect.stringContaining('平台租户不能冻结'),
    })
  })

  it('in use are not deleted, the others are', async () => {
    await add(20)
    await add(21)
    await said('PUT', '/sys/tenant/invitationUserJoin?ids=21&username=guest', {})
    expect(await said('DELETE', '/sys/tenant/deleteBatch?ids=1,21,')).toMatchObject({
      success: false,
      message: '选择的租户都已被引用，无法删除！',
    })
    expect(await said('DELETE', '/sys/tenant/deleteBatch?ids=20,21')).toMatchObject({
      success: true,
      message: '部分删除成功！（被引用的租户无法删除）',
    })
    expect((await said('GET', '/sys/tenant/queryList?ids=20,21')).result).toMatchObject([{ id: 21 }])
    await add(20)
    expect(await said('DELETE', '/sys/tenant/delete?id=20')).toMatchObject({
      success: true,
      message: '删除成功！',
    })
    // Work done there is a use of it, too.
    await add(22)
    await said('POST', '/sys/position/add', { code: 'p', name: '职务', postRank: '1' }, admin, 22)
    expect(await said('DELETE', '/online/cgform/api/form/sys_tenant/22')).toMatchObject({ success: false })
  })

  it('are kept in the first tenant alone, by those with the right', async () => {
    await add(30)
    const calls: readonly [Method, string, object?][] = [
      ['GET', '/sys/tenant/list'],
      ['GET', '/sys/tenant/queryList'],
      ['GET', '/sys/tenant/getTenantUserList?userTenantId=1'],
      ['POST', '/sys/tenant/add', tenant(31)],
      ['PUT', '/sys/tenant/edit', { id: 30, ...tenant(30) }],
      ['DELETE', '/sys/tenant/delete?id=30'],
      ['PUT', '/sys/tenant/invitationUserJoin?ids=30&username=guest', {}],
      ['GET', '/online/cgform/api/getData/sys_tenant'],
      ['GET', '/online/document/sys_tenant'],
    ]
    const staff = await test.signIn('staff')
    for (const [method, url, body] of calls) {
      const elsewhere = await test.call(admin, method, url, body, { headers: { 'X-Tenant-Id': '30' } })
      expect(elsewhere.status, url).toBe(403)
      expect((await test.call(staff, method, url, body)).status, url).toBe(403)
    }
    const menu = (no: number) => said('GET', '/sys/permission/getUserPermissionByToken', undefined, admin, no)
    expect(JSON.stringify(await menu(30))).not.toContain('/isys/tenant')
    expect(JSON.stringify(await menu(1))).toContain('/isys/tenant')
  })
})
