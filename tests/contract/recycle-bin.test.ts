import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const PASSWORD = 'a-Quiet-Meadow-7'

describe('the recycle bin of users', () => {
  let test: TestApp
  let admin = ''
  let staffRole = ''
  let adminRole = ''
  let depart = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    staffRole = await one("select id from platform.sys_role where role_code = 'staff'")
    adminRole = await one("select id from platform.sys_role where role_code = 'admin'")
    depart = await one("select id from platform.sys_depart where org_code = 'A01A02'")
  })
  afterAll(() => test.close())

  const query = (text: string, values: unknown[] = []) =>
    test.database.connections.writePool.query(text, values)
  const one = async (text: string, values: unknown[] = []): Promise<string> =>
    Object.values((await query(text, values)).rows[0] as object)[0] as string
  const call = async (method: 'GET' | 'PUT' | 'DELETE' | 'POST', url: string, body?: object, token = admin) =>
    (await test.call(token, method, url, body)).body
  /** A user who was deleted. */
  const gone = async (username: string, more: object = {}) => {
    const body = {
      username,
      realname: `用户 ${username}`,
      password: PASSWORD,
      selectedroles: staffRole,
      selecteddeparts: depart,
      ...more,
    }
    const { result: id } = await call('POST', '/sys/user/add', body)
    expect(await call('DELETE', `/sys/user/delete?id=${id}`)).toMatchObject({ success: true })
    return id as string
  }
  const bin = async (token = admin) =>
    ((await call('GET', '/sys/user/recycleBin', undefined, token)).result as { username: string }[]).map(
      ({ username }) => username,
    )

  it('shows who was deleted, by whom and when, under both addresses', async () => {
    const id = await gone('leaver')
    const wire = await call('GET', '/sys/user/recycleBin')
    expect(wire.result[0]).toMatchObject({
      id,
      username: 'leaver',
      orgCode: '招展部',
      orgCodeTxt: '招展部',
      deletedBy: 'admin',
      deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    const page = await call('GET', '/online/cgform/api/getData/deleted_user?username=*eave*')
    expect(page.result).toMatchObject({ total: 1, records: [{ username: 'leaver', deletedBy: 'admin' }] })
    const [{ deletedBy_dictText: by }] = page.result.records
    expect(by).toBe(await one("select realname from platform.sys_user where username = 'admin'"))
    expect(JSON.stringify(wire)).not.toContain('argon2')
  })

  it('gives users back with roles and departments, and they sign in again [screen-120]', async () => {
    const id = await gone('back')
    await expect(test.signIn('back', PASSWORD)).rejects.toThrow()
    expect(await call('PUT', '/sys/user/putRecycleBin', { userIds: id })).toMatchObject({
      success: true,
      message: '还原成功',
    })
    expect(await bin()).not.toContain('back')
    expect((await call('GET', `/sys/user/queryById?id=${id}`)).result).toMatchObject({
      selectedroles: staffRole,
      orgCodeTxt: '招展部',
    })
    await test.signIn('back', PASSWORD)
    // Once more there is nobody to give back.
    expect(await call('PUT', '/sys/user/putRecycleBin', { userIds: id })).toMatchObject({ success: false })
    await test.app.events.settled()
    expect(await one("select count(*)::int from platform.sys_log where log_content = '还原用户 back'")).toBe(
      1,
    )
  })

  it('refuses to give back an account whose telephone number was taken meanwhile', async () => {
    const id = await gone('first', { phone: '13812340001' })
    const { result: other } = await call('POST', '/sys/user/add', {
      username: 'second',
      realname: '后来者',
      password: PASSWORD,
      phone: '13812340001',
    })
    const restore = () => call('POST', '/online/action/deleted_user/restore', { ids: [id] })
    expect(await restore()).toMatchObject({
      success: false,
      message: expect.stringContaining('用户“first”的手机号码已被用户“second”使用，不能还原'),
    })
    expect(await bin()).toContain('first')
    await call('DELETE', `/sys/user/delete?id=${other}`)
    expect(await restore()).toMatchObject({ success: true })
  })

  it('keeps the name of a deleted user taken until the user is deleted for good', async () => {
    const id = await gone('named')
    const add = () =>
      call('POST', '/sys/user/add', { username: 'Named', realname: '新人', password: PASSWORD })
    expect(await add()).toMatchObject({ success: false, message: '用户账号的值已存在' })
    expect(await call('DELETE', `/sys/user/deleteRecycleBin?userIds=${id}`)).toMatchObject({
      success: true,
      message: '删除成功',
    })
    expect(await bin()).not.toContain('named')
    expect(await one('select count(*)::int from platform.sys_user_role where user_id = $1', [id])).toBe(0)
    expect(await add()).toMatchObject({ success: true })
  })

  it('touches nobody who is not in it, nor users of other tenants', async () => {
    const staff = await one("select id from platform.sys_user where username = 'staff'")
    expect((await call('DELETE', `/sys/user/deleteRecycleBin?userIds=${staff}`)).success).toBe(false)
    await query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await query(
      "insert into platform.sys_user (id, username, realname, del_flag) values ('far', 'far', '别家', 1)",
    )
    await query("insert into platform.sys_user_tenant (user_id, tenant_id) values ('far', 2)")
    expect(await bin()).not.toContain('far')
    expect((await call('DELETE', '/sys/user/deleteRecycleBin?userIds=far')).success).toBe(false)
    expect(await one("select count(*)::int from platform.sys_user where id in ('far', $1)", [staff])).toBe(2)
    expect((await call('PUT', '/sys/user/putRecycleBin', { userIds: ',' })).success).toBe(false)
  })

  it('is for those with its rights, within their own bounds', async () => {
    const boss = await gone('boss', { selectedroles: adminRole })
    const equal = await gone('equal')
    const lower = await gone('lower', { selectedroles: '' })
    const staff = await test.signIn('staff')
    for (const [method, url, body] of [
      ['GET', '/sys/user/recycleBin', undefined],
      ['PUT', '/sys/user/putRecycleBin', { userIds: boss }],
      ['DELETE', `/sys/user/deleteRecycleBin?userIds=${boss}`, undefined],
      ['GET', '/online/document/deleted_user', undefined],
    ] as const)
      expect((await test.call(staff, method, url, body)).status, url).toBe(403)
    await query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, $1, p.id from platform.sys_permission p where p.perms like 'system:deletedUser:%'`,
      [staffRole],
    )
    await test.app.sessions.rightsChanged()
    expect(await bin(staff)).toContain('boss')
    expect(await call('PUT', '/sys/user/putRecycleBin', { userIds: boss }, staff)).toMatchObject({
      success: false,
      message: expect.stringContaining('拥有您没有的权限'),
    })
    expect(await call('PUT', '/sys/user/putRecycleBin', { userIds: equal }, staff)).toMatchObject({
      success: false,
      message: expect.stringContaining('权限和部门相同'),
    })
    expect(await call('PUT', '/sys/user/putRecycleBin', { userIds: lower }, staff)).toMatchObject({
      success: true,
    })
  })
})
