import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const DAY_MS = 24 * 3_600_000

let test: TestApp
let admin: string
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
})
afterAll(() => test.close())

const dayIn = (days: number) => {
  const at = new Date(Date.now() + test.clock.ahead + days * DAY_MS)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
const make = async (body: object, token = admin) =>
  (await test.call(token, 'POST', '/sys/apiKey/make', body)).body
const withKey = (key: string, method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) =>
  test.call(null, method, url, body, { headers: { 'x-api-key': key } })

it('a key acts for its maker with its own rights only', async () => {
  const { result } = await make({ name: '官网', endDate: dayIn(30), rights: ['system:position:list'] })
  expect((await withKey(result.key, 'GET', '/sys/position/list')).status).toBe(200)
  const bearer = { headers: { authorization: `Bearer ${result.key}` } }
  expect((await test.call(null, 'GET', '/sys/position/list', undefined, bearer)).status).toBe(200)
  // Its maker is an administrator; the key is none.
  for (const [method, url] of [
    ['POST', '/sys/position/add'],
    ['GET', '/sys/role/list'],
    ['POST', '/sys/apiKey/make'],
    ['GET', '/sys/apiKey/own'],
    ['GET', '/sys/user/ownSessions'],
    ['POST', '/sys/user/updatePassword'],
    ['POST', '/sys/secondFactor/begin'],
    ['POST', '/sys/selectTenant'],
  ] as const)
    expect((await withKey(result.key, method, url, method === 'POST' ? {} : undefined)).status, url).toBe(403)
  expect((await withKey(result.key, 'GET', '/sys/dict/getDictItems/sex')).status).toBe(200)
  // Names to choose from, as every signed-in user gets them, and no more of them than that.
  const people = await withKey(result.key, 'GET', '/sys/user/list')
  expect(people.status).toBe(200)
  const told = people.body.result.records.map((one: Record<string, unknown>) =>
    Object.keys(one).filter((name) => one[name] !== null && one[name] !== ''),
  )
  const names = ['id', 'username', 'realname', 'avatar', '_files', 'orgCode', 'orgCodeTxt']
  expect(told.length).toBeGreaterThan(1)
  for (const one of told) expect(names).toEqual(expect.arrayContaining(one))
  expect((await withKey(`${result.key}x`, 'GET', '/sys/position/list')).status).toBe(401)
  const other = { headers: { 'x-api-key': result.key, 'tenant-id': '99' } }
  expect((await test.call(null, 'GET', '/sys/position/list', undefined, other)).status).toBe(401)

  const { rows } = await test.database.connections.writePool.query('select * from platform.sys_api_key')
  expect(JSON.stringify(rows)).not.toContain(result.key)
  const list = await test.call(admin, 'GET', '/sys/apiKey/own')
  expect(list.text).not.toContain(result.key)
  expect(list.body.result[0]).toMatchObject({ keyName: '官网', rights: 'system:position:list', status: '1' })
  expect(list.body.result[0].lastUsed).toBeTruthy()
})

it('a key has no right that its maker lacks, now or later', async () => {
  const query = (text: string) => test.database.connections.writePool.query(text)
  await query(`insert into platform.sys_role_permission (id, role_id, permission_id)
    select gen_random_uuid()::text, r.id, p.id from platform.sys_role r, platform.sys_permission p
    where r.role_code = 'staff' and p.perms in ('system:apiKey:make', 'system:position:list')`)
  await test.app.sessions.rightsChanged()
  const staff = await test.signIn('staff')
  expect(await make({ name: 'x', endDate: dayIn(1), rights: ['system:role:list'] }, staff)).toMatchObject({
    success: false,
    result: { field: 'rights' },
  })
  expect(await make({ name: 'x', endDate: dayIn(1), rights: ['system:apiKey:make'] }, staff)).toMatchObject({
    result: { field: 'rights' },
  })
  const { key } = (await make({ name: 'x', endDate: dayIn(1), rights: ['system:position:list'] }, staff))
    .result
  expect((await withKey(key, 'GET', '/sys/position/list')).status).toBe(200)
  await query(`delete from platform.sys_role_permission where permission_id in
    (select id from platform.sys_permission where perms = 'system:position:list')
    and role_id in (select id from platform.sys_role where role_code = 'staff')`)
  expect((await withKey(key, 'GET', '/sys/position/list')).status).toBe(403)
  await query("update platform.sys_user set status = 2 where username = 'staff'")
  expect((await withKey(key, 'GET', '/sys/position/list')).status).toBe(401)
})

it('a key is not made with a right that does not exist', async () => {
  expect(await make({ name: 'none', endDate: dayIn(1), rights: ['no:such'] })).toMatchObject({
    success: false,
    message: '没有名为“no:such”的权限',
    result: { field: 'rights' },
  })
})

it('a key ends with its day, and when it is revoked; the log tells of both', async () => {
  const rights = ['system:position:list']
  for (const [endDate, message] of [
    [dayIn(-1), '截止日期不能早于今天'],
    [dayIn(800), '截止日期最长两年'],
    ['2027-02-31', '截止日期应为有效的日期'],
  ])
    expect(await make({ name: 'bad', endDate, rights })).toMatchObject({
      message,
      result: { field: 'endDate' },
    })
  const short = (await make({ name: '短期', endDate: dayIn(1), rights })).result
  expect(await make({ name: '短期', endDate: dayIn(1), rights })).toMatchObject({ message: '已有同名的密钥' })
  test.clock.ahead = 2 * DAY_MS
  expect((await withKey(short.key, 'GET', '/sys/position/list')).status).toBe(401)
  test.clock.ahead = 0

  const long = (await make({ name: '长期', endDate: dayIn(300), rights })).result
  const designer = await test.signIn('designer')
  const asked = { ids: [long.id], input: {} }
  expect((await test.call(designer, 'POST', '/online/action/sys_api_key/revoke', asked)).status).toBe(403)
  const revoked = await test.call(admin, 'POST', '/online/action/sys_api_key/revoke', asked)
  expect(revoked.body).toMatchObject({ success: true })
  expect((await withKey(long.key, 'GET', '/sys/position/list')).status).toBe(401)
  // No form makes one, and none brings a revoked one back.
  for (const path of ['/online/cgform/api/form/sys_api_key', '/online/api/sys_api_key'])
    expect((await test.call(admin, 'POST', path, { keyName: 'x', status: '1' })).body?.success).not.toBe(true)
  await test.app.events.settled()
  const { rows } = await test.database.connections.writePool.query(
    "select log_content from platform.sys_log where log_content like '新建接口密钥“长期”%'",
  )
  expect(rows).toHaveLength(1)
})

it('a key of an administrator gives no right that the key lacks', async () => {
  const query = async (text: string, values: unknown[] = []) =>
    (await test.database.connections.writePool.query(text, values)).rows
  const role = async (code: string): Promise<string> =>
    (await query('select id from platform.sys_role where role_code = $1', [code]))[0].id
  const permission = async (code: string): Promise<string> =>
    (await query('select id from platform.sys_permission where perms = $1', [code]))[0].id
  const keyOf = async (name: string, ...rights: string[]): Promise<string> =>
    (await make({ name, endDate: dayIn(30), rights })).result.key
  const send = async (key: string, url: string, body: object) =>
    (await test.call(null, 'POST', url, body, { headers: { 'x-api-key': key } })).body
  const user = (username: string, selectedroles: string) => ({
    username,
    realname: username,
    password: 'a-Quiet-Meadow-7',
    selectedroles,
    selecteddeparts: '',
  })
  const [admins, staff] = [await role('admin'), await role('staff')]
  await query(`insert into platform.sys_role (id, role_name, role_code, tenant_id)
    values ('within', '密钥之内', 'within', 1), ('empty', '空角色', 'empty', 1)`)
  const list = await permission('system:position:list')
  await query(
    `insert into platform.sys_role_permission (id, role_id, permission_id) values ('w1', 'within', $1)`,
    [list],
  )
  await test.app.sessions.rightsChanged()

  const adder = await keyOf('新建用户', 'system:user:add', 'system:position:list')
  for (const roles of [admins, staff])
    expect(await send(adder, '/sys/user/add', user('raised', roles))).toMatchObject({
      success: false,
      message: expect.stringContaining('拥有您没有的权限，不能授予或取消'),
    })
  expect(await send(adder, '/sys/user/add', user('plain', 'within'))).toMatchObject({ success: true })

  const granter = await keyOf('授权', 'system:role:grant', 'system:position:list')
  const grant = (permissionIds: string) =>
    send(granter, '/sys/permission/saveRolePermission', {
      roleId: 'empty',
      permissionIds,
      lastpermissionIds: '',
    })
  expect(await grant(await permission('system:role:delete'))).toMatchObject({ success: false })
  expect(await grant(list)).toMatchObject({ success: true })

  const [{ id: maker }] = await query("select id from platform.sys_user where username = 'admin'")
  const members = await keyOf('租户成员', 'system:tenant:members')
  const asked = { tenantId: 1, userId: maker, isAdmin: true }
  const raised = await test.call(null, 'PUT', '/sys/tenant/administrator', asked, {
    headers: { 'x-api-key': members },
  })
  expect(raised.status).toBe(403)
})

it('a key sets no password of the administrator who made it', async () => {
  const rights = ['system:user:password']
  const { key } = (await make({ name: '密码', endDate: dayIn(30), rights })).result
  const body = { username: 'admin', password: 'a-Quiet-Meadow-7' }
  const asked = await test.call(null, 'PUT', '/sys/user/changePassword', body, {
    headers: { 'x-api-key': key },
  })
  expect(asked.body).toMatchObject({
    success: false,
    message: expect.stringContaining('拥有您没有的权限'),
  })
})
