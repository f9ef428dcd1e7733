import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'

describe('the log of sign-ins and operations [screen-103]', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
  const list = async (query: string, token = admin): Promise<any> => {
    await test.app.events.settled()
    return (await test.call(token, 'GET', `/sys/log/list?${query}`)).body.result
  }
  const grant = async (...codes: string[]) => {
    await test.database.connections.writePool.query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_role r, platform.sys_permission p
       where r.role_code = 'staff' and p.perms = any($1) on conflict do nothing`,
      [codes],
    )
    await test.app.sessions.rightsChanged()
  }

  it('says who signed in, who failed and who signed out, when and from where [screen-103]', async () => {
    const token = await test.signIn('staff', TEST_PASSWORDS.staff, '10.1.2.3')
    await test.call(
      null,
      'POST',
      '/sys/login',
      { username: 'staff', password: 'no' },
      { remoteAddress: '10.1.2.4' },
    )
    await test.call(token, 'POST', '/sys/logout', undefined, { remoteAddress: '10.1.2.3' })
    const { records } = await list('logType=1&username=staff')
    expect(
      records.map(({ logContent, ip, result }: Record<string, string>) => [logContent, ip, result]),
    ).toEqual([
      ['退出登录', '10.1.2.3', 'success'],
      ['登录失败', '10.1.2.4', 'failure'],
      ['登录成功', '10.1.2.3', 'success'],
    ])
    expect(records[0]).toMatchObject({
      logType: 1,
      logType_dictText: '登录日志',
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
  })

  it('has a line for each change, with method, address, masked parameters and duration [screen-103]', async () => {
    const added = await test.call(admin, 'POST', '/sys/position/add', {
      code: 'logged',
      name: '被记录',
      postRank: '3',
    })
    await test.call(admin, 'POST', '/sys/position/add', { code: 'logged' })
    await test.call(admin, 'PUT', '/sys/user/changePassword', {
      username: 'nobody',
      password: 'very-secret-1',
    })
    await test.call(admin, 'DELETE', `/sys/position/delete?id=${added.body.result}`)
    const before = (await list('logType=2')).total
    // Reading leaves no line.
    await test.call(admin, 'GET', '/sys/position/list')
    const { records, total } = await list('logType=2&username=admin')
    expect(total).toBe(before)
    const [deleted, password, refused, first] = records
    expect(first).toMatchObject({
      logContent: '添加职务',
      operateType: 2,
      operateType_dictText: '添加',
      requestType: 'POST',
      requestUrl: '/jeecg-boot/sys/position/add',
      result: 'success',
      costTime: expect.any(Number),
    })
    expect(refused).toMatchObject({ logContent: '添加职务', result: 'refused' })
    expect(deleted).toMatchObject({ logContent: '删除职务', operateType: 4, requestType: 'DELETE' })
    expect(password).toMatchObject({ operateType: 3, requestUrl: '/jeecg-boot/sys/user/changePassword' })
    const detail = (id: string) => test.call(admin, 'GET', `/sys/log/queryById?id=${id}`)
    expect((await detail(first.id)).body.result.requestParam).toContain('被记录')
    const { requestParam } = (await detail(password.id)).body.result
    expect(requestParam).toContain('nobody')
    expect(requestParam).not.toContain('very-secret-1')
  })

  it('is found by kind, text, person and time, and paged on the server [screen-103]', async () => {
    await test.database.connections.writePool.query(
      `insert into platform.sys_log (id, log_type, log_content, username, tenant_id, create_time)
       select 'old-' || n, 1 + n % 2, '旧记录 ' || n, 'old', 1, timestamp '2020-01-01' + n * interval '1 hour'
       from generate_series(1, 100) n`,
    )
    expect((await list('keyWord=旧记录&pageSize=10')).total).toBe(100)
    expect((await list('keyWord=旧记录&logType=1')).total).toBe(50)
    expect((await list('keyWord=旧记录 7')).total).toBe(11)
    const page = await list('username=old&pageSize=10&pageNo=2')
    expect(page).toMatchObject({ total: 100, current: 2, pages: 10 })
    expect(page.records[0].id).toBe('old-90')
    const day = await list('createTime_begin=2020-01-02&createTime_end=2020-01-02')
    expect(day.total).toBe(24)
    const online = await test.call(admin, 'GET', '/online/cgform/api/getData/sys_log?username=old&pageSize=5')
    expect(online.body.result).toMatchObject({ total: 100, records: [{ id: 'old-100' }, {}, {}, {}, {}] })
  })

  it('is read, deleted and emptied with rights of their own; nobody writes into it [screen-103]', async () => {
    const staff = await test.signIn('staff')
    expect((await test.call(staff, 'GET', '/sys/log/list')).status).toBe(403)
    await grant('system:log:list')
    expect((await test.call(staff, 'GET', '/sys/log/list')).status).toBe(200)
    expect((await test.call(staff, 'DELETE', '/sys/log/delete?id=old-1')).status).toBe(403)
    await grant('system:log:delete')
    expect((await test.call(staff, 'DELETE', '/sys/log/delete?id=old-1')).body.success).toBe(true)
    expect((await test.call(staff, 'DELETE', '/sys/log/deleteBatch?ids=old-2,old-3')).body.success).toBe(true)
    expect((await list('username=old')).total).toBe(97)
    expect((await test.call(staff, 'DELETE', '/sys/log/deleteBatch?ids=allclear')).status).toBe(403)
    expect((await test.call(staff, 'POST', '/online/action/sys_log/clear', { ids: [] })).status).toBe(403)
    for (const call of ['add', 'edit'])
      expect(
        (await test.call(admin, 'POST', `/sys/log/${call}`, { id: 'old-5', logContent: 'x' })).status,
      ).toBe(403)
    expect((await list('username=old')).total).toBe(97)
  })

  it('is emptied for its tenant alone, and its first line then says by whom [screen-103]', async () => {
    const { writePool } = test.database.connections
    await writePool.query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await writePool.query(
      "insert into platform.sys_log (id, log_type, log_content, tenant_id) values ('other', 1, '别家', 2)",
    )
    expect((await list('keyWord=别家')).total).toBe(0)
    expect((await test.call(admin, 'GET', '/sys/log/queryById?id=other')).status).toBe(404)
    expect((await test.call(admin, 'DELETE', '/sys/log/deleteBatch?ids=allclear')).body).toMatchObject({
      success: true,
      message: '清除成功！',
    })
    const { records } = await list('')
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({ username: 'admin', operateType: 4, result: 'success' })
    const { rows } = await writePool.query("select id from platform.sys_log where id = 'other'")
    expect(rows).toHaveLength(1)
    await writePool.query('delete from platform.sys_log where tenant_id = 2')
    const cleared = await test.call(admin, 'POST', '/online/action/sys_log/clear', { ids: [] })
    expect(cleared.body).toMatchObject({ success: true, result: { message: '日志已清空' } })
    expect((await list('')).records).toEqual([expect.objectContaining({ logContent: '日志：清空' })])
  })
})
