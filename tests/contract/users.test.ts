import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const PASSWORD = 'a-Quiet-Meadow-7'
const NEXT = 'another-Meadow-8'

describe('users: a document over sys_user', () => {
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
  const said = async (answer: ReturnType<TestApp['call']>) => (await answer).body
  const user = (username: string, more: object = {}) => ({
    username,
    realname: `用户 ${username}`,
    password: PASSWORD,
    selectedroles: staffRole,
    selecteddeparts: depart,
    ...more,
  })
  const add = async (username: string, more: object = {}) => {
    const body = await said(test.call(admin, 'POST', '/sys/user/add', user(username, more)))
    expect(body).toMatchObject({ success: true, message: '添加成功！' })
    return body.result as string
  }
  const record = async (id: string) =>
    (await test.call(admin, 'GET', `/sys/user/queryById?id=${id}`)).body.result
  const isAlive = async (token: string) =>
    (await test.call(token, 'GET', '/sys/permission/getUserPermissionByToken')).status === 200
  /** Somebody who keeps accounts and is no administrator. */
  const grantStaff = async (...codes: string[]) => {
    await query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, $1, p.id from platform.sys_permission p where p.perms = any($2::text[])
       on conflict do nothing`,
      [staffRole, codes],
    )
    await test.app.sessions.rightsChanged()
  }

  it('are added with roles and departments, and sign in to change their password [screen-119, call-36, call-38, call-40]', async () => {
    const id = await add('meadow')
    expect(await record(id)).toMatchObject({
      username: 'meadow',
      password: null,
      status: 1,
      selectedroles: staffRole,
      selectedroles_dictText: '业务人员',
      selecteddeparts: depart,
      orgCodeTxt: '招展部',
      _version: 1,
    })
    const answer = await said(
      test.call(null, 'POST', '/sys/login', { username: 'meadow', password: PASSWORD }),
    )
    expect(answer.success).toBe(true)
    expect(await one('select must_change_password from platform.sys_user where id = $1', [id])).toBe(true)
    expect((await said(test.call(admin, 'GET', `/sys/user/queryUserRole?userid=${id}`))).result).toEqual([
      staffRole,
    ])
    expect((await said(test.call(admin, 'GET', `/sys/user/userDepartList?userId=${id}`))).result).toEqual([
      { key: depart, value: depart, title: '招展部' },
    ])
    expect(await said(test.call(admin, 'GET', '/sys/user/checkOnlyUser?username=meadow'))).toMatchObject({
      success: false,
      message: '用户账号已存在',
    })
    const page = await test.call(admin, 'GET', '/online/cgform/api/getData/sys_user?username=meadow')
    expect(page.body.result.records).toMatchObject([{ username: 'meadow', orgCodeTxt: '招展部' }])
  })

  it('obey the rules of passwords and names, and a stale save is refused [call-37]', async () => {
    const add = (body: object) => said(test.call(admin, 'POST', '/sys/user/add', body))
    expect(await add(user('short', { password: 'abc' }))).toMatchObject({ message: '密码至少8个字符' })
    expect(await add({ ...user('none'), password: '' })).toMatchObject({ success: false })
    expect(await add(user('Admin'))).toMatchObject({ success: false })
    const id = await one("select id from platform.sys_user where username = 'meadow'")
    const edit = (body: object) => test.call(admin, 'PUT', '/sys/user/edit', { ...body, id })
    const before = await one('select password from platform.sys_user where id = $1', [id])
    const changed = {
      realname: '草地',
      username: 'renamed',
      password: NEXT,
      selectedroles: '',
      selecteddeparts: '',
    }
    expect((await edit({ ...changed, _version: 1 })).body).toMatchObject({ success: true })
    expect(await record(id)).toMatchObject({
      realname: '草地',
      username: 'meadow',
      selectedroles: null,
      orgCodeTxt: null,
      _version: 2,
    })
    expect(await one('select password from platform.sys_user where id = $1', [id])).toBe(before)
    expect((await edit({ ...changed, _version: 1 })).status).toBe(409)
  })

  it('frozen, they are signed out at once and cannot sign in; thawed, they can [call-42]', async () => {
    const id = await add('frost')
    const token = await test.signIn('frost', PASSWORD)
    expect(
      await said(test.call(admin, 'POST', '/online/action/sys_user/freeze', { ids: [id] })),
    ).toMatchObject({
      success: true,
      result: { message: '已冻结' },
    })
    expect(await isAlive(token)).toBe(false)
    await expect(test.signIn('frost', PASSWORD)).rejects.toThrow()
    expect(
      await said(test.call(admin, 'PUT', '/sys/user/frozenBatch', { ids: id, status: 1 })),
    ).toMatchObject({
      success: true,
      message: '操作成功!',
    })
    await test.signIn('frost', PASSWORD)
  })

  it('get a new password from those who keep accounts, and their sessions end [system-01, call-43]', async () => {
    const id = await add('reset')
    const token = await test.signIn('reset', PASSWORD)
    const give = (password: string) =>
      said(test.call(admin, 'PUT', '/sys/user/changePassword', { username: 'reset', password }))
    expect(await give('abc')).toMatchObject({ success: false, message: '密码至少8个字符' })
    await query('update platform.sys_user set must_change_password = false where id = $1', [id])
    expect(await give(NEXT)).toMatchObject({ success: true, message: '密码修改成功!' })
    expect(await isAlive(token)).toBe(false)
    await expect(test.signIn('reset', PASSWORD)).rejects.toThrow()
    await test.signIn('reset', NEXT)
    expect(await one('select must_change_password from platform.sys_user where id = $1', [id])).toBe(true)
  })

  it('deleted, they are gone from lists and signed out; their name stays taken', async () => {
    const id = await add('leaver')
    const token = await test.signIn('leaver', PASSWORD)
    expect(await said(test.call(admin, 'DELETE', `/sys/user/delete?id=${id}`))).toMatchObject({
      success: true,
    })
    expect(await isAlive(token)).toBe(false)
    expect(await one('select del_flag from platform.sys_user where id = $1', [id])).toBe(1)
    expect((await said(test.call(admin, 'GET', '/sys/user/list?username=leaver'))).result.total).toBe(0)
    expect(await said(test.call(admin, 'POST', '/sys/user/add', user('leaver')))).toMatchObject({
      success: false,
    })
  })

  it('are deleted although announcements name them as receivers and publishers', async () => {
    const id = await add('receiver')
    const notice = {
      titile: '布展须知',
      msgContent: '请按时进场',
      msgCategory: '2',
      priority: 'M',
      msgType: 'USER',
    }
    const added = await said(
      test.call(admin, 'POST', '/online/cgform/api/form/sys_announcement', { ...notice, userIds: id }),
    )
    expect(added).toMatchObject({ success: true })
    await query("update platform.sys_announcement set sender = 'receiver' where id = $1", [added.result])
    expect(await said(test.call(admin, 'DELETE', `/sys/user/delete?id=${id}`))).toMatchObject({
      success: true,
    })
    const shown = await said(
      test.call(admin, 'GET', `/online/cgform/api/form/sys_announcement/${added.result}`),
    )
    expect(shown).toMatchObject({ success: true, result: { titile: '布展须知', userIds: id } })
  })

  it('keep one administrator, and nobody ends the own account', async () => {
    const id = await one("select id from platform.sys_user where username = 'admin'")
    const freeze = (ids: string[], token = admin) =>
      said(test.call(token, 'POST', '/online/action/sys_user/freeze', { ids }))
    expect(await freeze([id])).toMatchObject({ success: false, message: '不能冻结当前登录的账号' })
    expect(await said(test.call(admin, 'DELETE', `/sys/user/delete?id=${id}`))).toMatchObject({
      message: '不能删除当前登录的账号',
    })
    const me = await record(id)
    expect(
      await said(test.call(admin, 'PUT', '/sys/user/edit', { ...me, selectedroles: staffRole })),
    ).toMatchObject({
      success: false,
      message: '至少保留一名可用的管理员',
    })
    expect((await record(id)).selectedroles).toBe(adminRole)
    const second = await add('second', { selectedroles: adminRole })
    const token = await ready('second')
    const answers = await Promise.all([freeze([second]), freeze([id], token)])
    // The two freeze each other: one is too late.
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    await query('update platform.sys_user set status = 1 where id = any($1::text[])', [[id, second]])
    await test.app.sessions.rightsChanged()
    admin = await test.signIn('admin')
  })

  /** Signs in without the password change that is asked first. */
  async function ready(username: string) {
    await query('update platform.sys_user set must_change_password = false where username = $1', [username])
    await test.app.sessions.rightsChanged()
    return test.signIn(username, PASSWORD)
  }

  it('are not raised beyond the rights of whoever keeps them', async () => {
    await grantStaff(
      ...['list', 'add', 'edit', 'delete', 'freeze', 'password'].map((code) => `system:user:${code}`),
    )
    const staff = await test.signIn('staff')
    const answer = (body: object) => said(test.call(staff, 'POST', '/sys/user/add', body))
    expect(await answer(user('up', { selectedroles: adminRole }))).toMatchObject({
      success: false,
      message: '角色“管理员”拥有您没有的权限，不能授予或取消',
    })
    const top = await one("select id from platform.sys_depart where org_code = 'A01'")
    expect(await answer(user('wide', { selecteddeparts: top }))).toMatchObject({
      success: false,
      message: '部门“会展中心”不在您的管理范围内',
    })
    expect(await answer(user('equal'))).toMatchObject({ success: true })
    const boss = await one("select id from platform.sys_user where username = 'admin'")
    const refusal = { success: false, message: expect.stringContaining('拥有您没有的权限') }
    expect(
      await said(test.call(staff, 'PUT', '/sys/user/changePassword', { username: 'admin', password: NEXT })),
    ).toMatchObject(refusal)
    expect(await said(test.call(staff, 'DELETE', `/sys/user/delete?id=${boss}`))).toMatchObject(refusal)
    expect(
      await said(test.call(staff, 'PUT', '/sys/user/frozenBatch', { ids: boss, status: 2 })),
    ).toMatchObject({ success: false })
    expect(
      await said(
        test.call(staff, 'PUT', '/sys/user/edit', { id: boss, realname: '我', phone: '13800000000' }),
      ),
    ).toMatchObject({ success: false })
    await grantStaff('system:user:sessions')
    for (const attempt of [
      () => test.call(staff, 'GET', `/sys/user/sessions?userId=${boss}`),
      () => test.call(staff, 'POST', '/sys/user/endSessions', { userId: boss }),
    ])
      expect(await attempt()).toMatchObject({ status: 403, body: refusal })
    expect(await isAlive(admin)).toBe(true)
    // To thaw is a right of its own.
    expect((await test.call(staff, 'PUT', '/sys/user/frozenBatch', { ids: boss, status: 1 })).status).toBe(
      403,
    )
    await test.signIn('admin')
  })

  it('of other departments are not changed, nor are equals of the own one', async () => {
    await grantStaff('system:user:thaw')
    const staff = await test.signIn('staff')
    const elsewhere = await one("select id from platform.sys_depart where org_code = 'A01A03'")
    const far = await add('far', { selecteddeparts: elsewhere })
    const near = await add('near')
    const attempts = (id: string, username: string) => ({
      password: () => test.call(staff, 'PUT', '/sys/user/changePassword', { username, password: NEXT }),
      phone: () =>
        test.call(staff, 'PUT', '/sys/user/edit', { id, realname: username, phone: '13800000001' }),
      roles: () => test.call(staff, 'PUT', '/sys/user/edit', { id, realname: username, selectedroles: '' }),
      departs: () =>
        test.call(staff, 'PUT', '/sys/user/edit', { id, realname: username, selecteddeparts: depart }),
      freeze: () => test.call(staff, 'POST', '/online/action/sys_user/freeze', { ids: [id] }),
      thaw: () => test.call(staff, 'PUT', '/sys/user/frozenBatch', { ids: id, status: 1 }),
      delete: () => test.call(staff, 'DELETE', `/sys/user/delete?id=${id}`),
    })
    const [theirs, ours] = [attempts(far, 'far'), attempts(near, 'near')]
    const before = await one('select password from platform.sys_user where id = $1', [far])
    await query('update platform.sys_user set status = 2 where id = $1', [far])
    for (const name of ['password', 'phone', 'roles', 'departs', 'thaw', 'delete'] as const)
      expect((await theirs[name]()).body, name).toMatchObject({
        success: false,
        message: '该用户所属部门“展务部”不在您的管理范围内，不能更改',
      })
    await query('update platform.sys_user set status = 1 where id = $1', [far])
    expect((await theirs.freeze()).body).toMatchObject({ success: false })
    expect(await one('select password from platform.sys_user where id = $1', [far])).toBe(before)
    // Of two equals in one department neither signs in as the other.
    const kept = await one('select password from platform.sys_user where id = $1', [near])
    for (const name of ['password', 'phone', 'roles', 'freeze', 'delete'] as const)
      expect((await ours[name]()).body, name).toMatchObject({
        success: false,
        message: '该用户与您的权限和部门相同，只能由管理员更改',
      })
    expect(await one('select password from platform.sys_user where id = $1', [near])).toBe(kept)
    // Those who hold less are kept.
    await query('delete from platform.sys_user_role where user_id = $1', [near])
    for (const name of ['password', 'phone', 'freeze', 'thaw', 'delete'] as const)
      expect((await ours[name]()).body, name).toMatchObject({ success: true })
  })

  it('of further tenants are not changed here, and those of others do not exist', async () => {
    await query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    const id = await add('both')
    await query('insert into platform.sys_user_tenant (user_id, tenant_id) values ($1, 2)', [id])
    await query(
      "insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('r2', '他', 'r2', 2)",
    )
    await query(
      "insert into platform.sys_user_role (id, user_id, role_id, tenant_id) values ('ur2', $1, 'r2', 2)",
      [id],
    )
    expect((await record(id)).selectedroles).toBe(staffRole)
    const elsewhere = { success: false, message: '该用户还属于您不管理的租户，不能在此更改' }
    expect(
      await said(test.call(admin, 'PUT', '/sys/user/changePassword', { username: 'both', password: NEXT })),
    ).toMatchObject(elsewhere)
    expect(await said(test.call(admin, 'DELETE', `/sys/user/delete?id=${id}`))).toMatchObject(elsewhere)
    await query('delete from platform.sys_user_tenant where user_id = $1 and tenant_id = 1', [id])
    expect((await test.call(admin, 'GET', `/sys/user/queryById?id=${id}`)).status).toBe(404)
    expect(
      (await test.call(admin, 'PUT', '/sys/user/changePassword', { username: 'both', password: NEXT }))
        .status,
    ).toBe(404)
    expect((await test.call(admin, 'POST', '/online/action/sys_user/freeze', { ids: [id] })).status).toBe(404)
    expect(await said(test.call(admin, 'GET', `/sys/user/queryUserRole?userid=${id}`))).toMatchObject({
      success: false,
    })
  })

  it('show their password nowhere: no answer, no log, no operation', async () => {
    const heard: string[] = []
    const listen = async (
      ...[method, url, body, more]: [Parameters<TestApp['call']>[1], string, unknown?, object?]
    ) => {
      const answer = await test.call(admin, method, url, body, more)
      heard.push(answer.text)
      return answer
    }
    const added = await listen('POST', '/sys/user/add', user('secret'), {
      headers: { 'idempotency-key': 'k1' },
    })
    const id = added.body.result
    await listen('PUT', '/sys/user/changePassword', { username: 'secret', password: NEXT })
    await listen('GET', `/sys/user/queryById?id=${id}`)
    await listen('GET', '/sys/user/list?pageSize=100')
    await listen('GET', '/online/cgform/api/getData/sys_user?pageSize=100')
    expect((await listen('GET', '/online/cgform/api/getData/sys_user?column=password')).status).toBe(400)
    await test.app.events.settled()
    const { rows: operations } = await query('select before, after from platform.operation_change')
    const { rows: events } = await query('select * from platform.sys_log')
    const everything = [...heard, ...test.log, JSON.stringify(operations), JSON.stringify(events)].join('\n')
    for (const secret of [PASSWORD, NEXT, '$argon2']) expect(everything).not.toContain(secret)
    const staff = await test.signIn('staff')
    expect((await test.call(staff, 'GET', '/sys/user/list?phone=1*')).status).toBe(200)
  })
})
