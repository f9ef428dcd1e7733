import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('data sources and gateway routes', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp({ env: { SECRET_KEY: 'k'.repeat(32), EXTERNAL_NETWORKS: '127.0.0.1' } })
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    token = admin,
  ) => (await test.call(token, method, url, body)).body
  const source = (code: string, more: object = {}) => ({
    code,
    name: `源 ${code}`,
    dbType: '6',
    dbUrl: 'jdbc:postgresql://127.0.0.1:1/none',
    dbUsername: 'report',
    dbPassword: 'a-Secret-1',
    ...more,
  })
  const stored = async (id: string) => {
    const { rows } = await test.database.connections.readPool.query(
      'select * from platform.sys_data_source where id = $1',
      [id],
    )
    return rows[0]
  }
  const add = async (code: string, more: object = {}): Promise<string> => {
    const answer = await call('POST', '/sys/dataSource/add', source(code, more))
    expect(answer).toMatchObject({ success: true })
    return answer.result
  }
  const tried = (id: string) => call('POST', '/online/action/sys_data_source/test', { ids: [id] })

  it('keep their password sealed, and answer it to nobody [screen-112]', async () => {
    const id = await add('sealed')
    const row = await stored(id)
    expect(row).toMatchObject({ code: 'sealed', tenant_id: 1 })
    expect(row.db_password).toMatch(/^v1\./)
    expect(row.db_password).not.toContain('a-Secret-1')
    for (const url of [
      '/sys/dataSource/list',
      `/sys/dataSource/queryById?id=${id}`,
      `/online/cgform/api/form/sys_data_source/${id}`,
      '/sys/dataSource/options',
    ]) {
      const { text } = await test.call(admin, 'GET', url)
      expect(text, url).toContain('源 sealed')
      expect(text, url).not.toContain('a-Secret-1')
      expect(text, url).not.toContain(row.db_password)
    }
    const { rows } = await test.database.connections.readPool.query(
      'select after::text as said from platform.operation_change where record_id = $1',
      [id],
    )
    expect(rows[0].said).not.toContain(row.db_password)
    // A save that does not speak of the password keeps it, another password takes its place.
    const { dbPassword: _, ...rest } = source('sealed', { name: '源 sealed 二' })
    expect(await call('PUT', '/sys/dataSource/edit', { id, ...rest })).toMatchObject({ success: true })
    expect((await stored(id)).db_password).toBe(row.db_password)
    await call('PUT', '/sys/dataSource/edit', { id, ...rest, dbPassword: 'another-1' })
    expect((await stored(id)).db_password).not.toBe(row.db_password)
    expect((await call('GET', '/sys/dataSource/options')).result).toEqual([
      { value: 'sealed', label: '源 sealed 二', text: '源 sealed 二' },
    ])
    expect(await call('DELETE', `/sys/dataSource/delete?id=${id}`)).toMatchObject({ success: true })
  })

  it('ask for the password again where it would go to another place or user [screen-112]', async () => {
    const id = await add('moved')
    const { db_password: sealed } = await stored(id)
    const edit = (more: object) => call('PUT', '/sys/dataSource/edit', { id, ...source('moved', more) })
    for (const dbPassword of ['******', undefined])
      for (const more of [
        { dbUrl: 'jdbc:postgresql://evil.example/none' },
        { dbUrl: 'jdbc:postgresql://127.0.0.1:2/none' },
        { dbUrl: 'jdbc:postgresql://127.0.0.1:1/other' },
        { dbUsername: 'owner' },
        { dbType: '4', dbUrl: 'jdbc:mysql://127.0.0.1:1/none' },
      ])
        expect(await edit({ ...more, dbPassword }), JSON.stringify(more)).toMatchObject({
          success: false,
          result: { errors: [{ field: 'dbPassword', message: '更换数据源地址或用户名后须重新填写密码' }] },
        })
    expect((await stored(id)).db_password).toBe(sealed)
    // The same place in other words keeps it.
    expect(
      await edit({ dbUrl: 'postgresql://127.0.0.1:1/none?sslmode=require', dbPassword: '******' }),
    ).toMatchObject({ success: true })
    expect((await stored(id)).db_password).toBe(sealed)
    expect(await edit({ dbUsername: 'owner', dbPassword: 'another-1' })).toMatchObject({ success: true })
    await call('DELETE', `/sys/dataSource/delete?id=${id}`)
  })

  it('say what is wrong with an address [screen-112]', async () => {
    const said = async (more: object) =>
      (await call('POST', '/sys/dataSource/add', source('bad', more))).message
    expect(await said({ dbUrl: 'somewhere' })).toContain('数据源地址应为 postgresql://')
    expect(await said({ dbUrl: 'postgresql://u:p@host/db' })).toContain('不要包含用户名和密码')
    expect(await said({ dbUrl: 'postgresql://host' })).toContain('缺少主机或数据库名')
    for (const dbUrl of ['postgresql://h/%ff%zz', 'jdbc:postgresql://h/%'])
      expect(await said({ dbUrl })).toContain('数据库名无法识别')
    expect(await said({ code: '9 x' })).toContain('数据源编码应以字母开头')
    expect(await said({ dbType: '99' })).toBe('数据库类型“99”不存在')
    expect(await said({ dbPassword: 'x'.repeat(201) })).toBe('密码不能超过200个字符')
  })

  it('are tried: a database that answers, one that refuses, one that may not be reached, one without a driver [screen-112]', async () => {
    const { rows } = await test.database.connections.readPool.query<{
      port: string
      database: string
      name: string
    }>(`select current_setting('port') as port, current_database() as database, current_user as name`)
    const [here] = rows
    const refused = await tried(await add('refused'))
    expect(refused).toMatchObject({ success: false, message: '连接失败：主机拒绝连接，请检查地址和端口' })
    const closed = await tried(await add('closed', { dbUrl: 'postgresql://10.9.8.7/db' }))
    expect(closed.message).toContain('该地址不允许访问')
    const mysql = await tried(await add('mysql', { dbType: '4', dbUrl: 'jdbc:mysql://127.0.0.1:3306/x' }))
    expect(mysql.message).toBe('目前只能测试 PostgreSQL 数据源，其他类型的驱动尚未提供')
    // Where the tests' own database listens on a port, it is asked; its password does not matter for the refusal.
    const there = await tried(
      await add('there', {
        dbUrl: `postgresql://127.0.0.1:${here?.port}/${here?.database}`,
        dbUsername: here?.name,
      }),
    )
    expect(there.message).toMatch(/^连接(成功：PostgreSQL \d|失败：(用户名或密码错误|主机拒绝连接))/)
  })

  it('belong to their tenant and need their rights [screen-112]', async () => {
    await test.database.connections.writePool.query(
      `insert into platform.sys_tenant (id, name) values (2, '乙');
       insert into platform.sys_data_source (id, code, name, db_type, db_url, tenant_id) values ('other', 'o', '他', '6', 'x', 2)`,
    )
    expect((await test.call(admin, 'GET', '/sys/dataSource/queryById?id=other')).status).toBe(404)
    expect(
      (await test.call(admin, 'POST', '/online/action/sys_data_source/test', { ids: ['other'] })).status,
    ).toBe(404)
    expect(JSON.stringify(await call('GET', '/sys/dataSource/options'))).not.toContain('他')
    const staff = await test.signIn('staff')
    for (const [method, url] of [
      ['GET', '/sys/dataSource/list'],
      ['GET', '/sys/dataSource/options'],
      ['POST', '/online/action/sys_data_source/test'],
      ['GET', '/sys/gatewayRoute/list'],
      ['POST', '/sys/gatewayRoute/updateAll'],
      ['GET', '/sys/gatewayRoute/clearRedis'],
    ] as const)
      expect((await test.call(staff, method, url, method === 'POST' ? {} : undefined)).status, url).toBe(403)
  })

  it('routes are kept with predicates and filters as lists [screen-114]', async () => {
    const router = {
      routerId: 'report',
      name: '报表',
      uri: 'lb://report',
      status: 1,
      predicates: JSON.stringify([
        { name: 'Path', args: ['/report/**'] },
        { name: 'Header', args: { header: 'X' } },
      ]),
      filters: JSON.stringify([{ name: 'StripPrefix', args: ['1'] }]),
    }
    const save = (more: object = {}) =>
      call('POST', '/sys/gatewayRoute/updateAll', { router: { ...router, ...more } })
    const { result: id } = await save()
    expect((await call('GET', '/sys/gatewayRoute/list')).result).toEqual([
      {
        id,
        routerId: 'report',
        name: '报表',
        uri: 'lb://report',
        status: 1,
        predicates: [
          { name: 'Path', args: ['/report/**'] },
          { name: 'Header', args: { header: 'X' } },
        ],
        filters: [{ name: 'StripPrefix', args: ['1'] }],
      },
    ])
    const said = async (more: object) => (await save({ routerId: 'other', ...more })).message
    expect(await said({ uri: 'javascript:1' })).toContain('路由地址应以')
    expect(await said({ predicates: '{' })).toBe('断言不是有效的 JSON')
    expect(await said({ predicates: '[{"name":"Nowhere","args":["x"]}]' })).toContain(
      '断言第 1 项：名称 name 应为',
    )
    expect(await said({ predicates: '[{"name":"Path","args":[]}]' })).toContain('断言第 1 项：Path 的参数')
    expect(await said({ filters: '[1]' })).toBe('过滤器第 1 项：应为 JSON 对象')
    expect(await said({ routerId: 'report' })).toContain('已存在')
    expect(await save({ id, status: 0 })).toMatchObject({ success: true, message: '修改成功!' })
    expect(await call('GET', '/sys/gatewayRoute/clearRedis')).toMatchObject({ success: true })
    expect(await call('DELETE', `/sys/gatewayRoute/delete?id=${id}`)).toMatchObject({ success: true })
    expect((await call('GET', '/sys/gatewayRoute/list')).result).toEqual([])
  })
})
