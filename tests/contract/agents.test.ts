import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('agents: a document over sys_user_agent', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  const said = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) =>
    (await test.call(token, method, url, body)).body
  const agent = (more: object = {}) => ({
    userName: 'staff',
    agentUserName: 'designer',
    startTime: '2026-12-01 09:00:00',
    endTime: '2026-12-31 18:00:00',
    status: '1',
    ...more,
  })

  it('are added for a period, found by the user, edited and deleted [screen-121]', async () => {
    const { success, result: id } = await said('POST', '/sys/sysUserAgent/add', agent())
    expect(success).toBe(true)
    const found = await said('GET', '/sys/sysUserAgent/queryByUserName?userName=staff')
    expect(found.result).toMatchObject({
      id,
      agentUserName: 'designer',
      startTime: '2026-12-01 09:00:00',
      status_dictText: '有效',
      _version: 1,
    })
    expect((await said('GET', '/sys/sysUserAgent/queryByUserName?userName=admin')).result).toBeNull()
    const edited = { ...found.result, endTime: '2027-01-31 18:00:00' }
    expect(await said('PUT', '/sys/sysUserAgent/edit', edited)).toMatchObject({ success: true })
    const online = await said('GET', '/online/cgform/api/getData/sys_user_agent?userName=staff')
    expect(online.result.records).toMatchObject([{ id, endTime: '2027-01-31 18:00:00' }])
    expect((await test.call(admin, 'PUT', '/sys/sysUserAgent/edit', edited)).status).toBe(409)
    expect(await said('DELETE', `/sys/sysUserAgent/delete?id=${id}`)).toMatchObject({ success: true })
    expect((await said('GET', '/sys/sysUserAgent/list')).result.total).toBe(0)
  })

  it('are one at a time, somebody else, and for a period that ends after it began', async () => {
    const add = (more: object) => said('POST', '/sys/sysUserAgent/add', agent(more))
    expect(await add({ agentUserName: 'staff' })).toMatchObject({ message: '代理人不能是用户本人' })
    expect(await add({ endTime: '2026-12-01 09:00:00' })).toMatchObject({
      message: '代理结束时间须晚于开始时间',
    })
    expect(await add({ agentUserName: 'nobody' })).toMatchObject({ success: false })
    expect(await add({ startTime: null })).toMatchObject({ success: false })
    const answers = await Promise.all([add({}), add({ agentUserName: 'admin' })])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)?.message).toContain('该时间段内已有代理人')
    expect(await add({ startTime: '2026-12-31 18:00:00', endTime: '2027-02-01 00:00:00' })).toMatchObject({
      success: true,
    })
    // One that is not in force is in nobody's way.
    expect(await add({ status: '0' })).toMatchObject({ success: true })
  })

  it('belong to their tenant, and need the rights of their document', async () => {
    const staff = await test.signIn('staff')
    for (const url of ['/sys/sysUserAgent/list', '/sys/sysUserAgent/queryByUserName?userName=staff'])
      expect((await test.call(staff, 'GET', url)).status).toBe(403)
    const pool = test.database.connections.writePool
    await pool.query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await pool.query(
      `insert into platform.sys_user_agent (id, user_name, agent_user_name, start_time, end_time, tenant_id)
       values ('far', 'far', 'away', now(), now() + interval '1 day', 2)`,
    )
    expect((await said('GET', '/sys/sysUserAgent/list?userName=far')).result.total).toBe(0)
    expect((await said('GET', '/sys/sysUserAgent/queryByUserName?userName=far')).result).toBeNull()
    expect((await test.call(admin, 'DELETE', '/sys/sysUserAgent/delete?id=far')).status).toBe(404)
  })

  it('of a user beyond one’s own rights are not chosen, changed or taken away', async () => {
    const pool = test.database.connections.writePool
    await pool.query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_role r, platform.sys_permission p
       where r.role_code = 'staff' and p.perms like 'system:userAgent:%' on conflict do nothing`,
    )
    await test.app.sessions.rightsChanged()
    const staff = await test.signIn('staff')
    const ofAdmin = agent({
      userName: 'admin',
      agentUserName: 'staff',
      startTime: '2028-01-01 00:00:00',
      endTime: '2028-02-01 00:00:00',
    })
    const refusal = { success: false, message: expect.stringContaining('拥有您没有的权限，不能更改') }
    expect(await said('POST', '/sys/sysUserAgent/add', ofAdmin, staff)).toMatchObject(refusal)
    const { result: id } = await said('POST', '/sys/sysUserAgent/add', {
      ...ofAdmin,
      agentUserName: 'designer',
    })
    const taken = { ...ofAdmin, id, _version: 1 }
    expect(await said('PUT', '/sys/sysUserAgent/edit', taken, staff)).toMatchObject(refusal)
    expect(
      await said(
        'PUT',
        '/sys/sysUserAgent/edit',
        { ...taken, userName: 'staff', agentUserName: 'designer' },
        staff,
      ),
    ).toMatchObject(refusal)
    expect(await said('DELETE', `/sys/sysUserAgent/delete?id=${id}`, undefined, staff)).toMatchObject(refusal)
    // One's own agent is one's own affair.
    const own = agent({ startTime: '2029-01-01 00:00:00', endTime: '2029-02-01 00:00:00' })
    expect(await said('POST', '/sys/sysUserAgent/add', own, staff)).toMatchObject({ success: true })
  })
})
