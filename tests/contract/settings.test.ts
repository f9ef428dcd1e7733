import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSettings } from '#server/modules/setting/settings.ts'
import { createSecretBox } from '#server/secret-box.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('settings of the screen', () => {
  let test: TestApp
  let admin = ''
  const sent: string[] = []
  beforeAll(async () => {
    test = await createTestApp({
      smsSender: { send: async (_phone, text) => void sent.push(text) },
      env: { SECRET_KEY: 'k'.repeat(32), SMS_GATEWAY_URL: 'https://sms.example.com/send' },
    })
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  const group = async (name: string) =>
    (await test.call(admin, 'GET', `/sys/setting/group/${name}`)).body.result
  const save = async (name: string, values: object, version?: number, token = admin) =>
    test.call(token, 'PUT', `/sys/setting/group/${name}`, {
      values,
      version: version ?? (await group(name)).version,
    })
  const shell = async () => (await test.call(null, 'GET', '/sys/setting/shell')).body.result

  it('begin as what was so far, and name and look are known before anybody signs in', async () => {
    expect(await shell()).toEqual({
      name: '展会参展人员信息管理系统',
      product: '展会参展人员信息管理',
      logo: '',
      footer: '备案号：测试环境',
      color: '#1890FF',
      radius: 4,
      registration: '0',
    })
    expect(await group('password')).toMatchObject({
      values: { minLength: 8, kinds: 1, maxAgeDays: 0, history: 0, changeAfterReset: 'Y' },
      sealed: [],
      fixed: {},
      version: 0,
      updateBy: null,
    })
    const { body } = await save('shell', { name: '华东展会平台', color: '#52C41A', logo: PIXEL })
    expect(body).toMatchObject({ success: true, result: { version: 1, updateBy: 'admin' } })
    const after = await shell()
    expect(after).toMatchObject({ name: '华东展会平台', color: '#52C41A', radius: 4 })
    const picture = await test.call(null, 'GET', after.logo)
    expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    expect((await test.call(admin, 'DELETE', '/sys/setting/group/shell')).body).toMatchObject({
      success: true,
    })
    expect(await shell()).toMatchObject({ name: '展会参展人员信息管理系统', logo: '' })
    expect((await test.call(null, 'GET', '/sys/setting/logo')).status).toBe(404)
  })

  it('keep secrets sealed, answer them to nobody, and keep them where a save says nothing of them', async () => {
    const mail = { host: 'mail.example.com', from: 'expo@example.com', user: 'expo', password: 'a-Secret-1' }
    const { text } = await save('mail', mail)
    expect(text).not.toContain('a-Secret-1')
    const stored = async () =>
      (
        await test.database.connections.readPool.query(
          "select value from platform.sys_setting where code = 'mail'",
        )
      ).rows[0].value
    const sealed = (await stored()).password
    expect(sealed).toMatch(/^v1\./)
    const seen = await group('mail')
    expect(seen).toMatchObject({ sealed: ['password'], values: { password: '', user: 'expo', port: 465 } })
    expect(JSON.stringify(seen)).not.toContain(sealed)
    await save('mail', { ...mail, password: '', port: 587, secure: 'N' })
    expect(await stored()).toMatchObject({ password: sealed, port: 587 })
    expect(await test.app.settings.get('mail')).toMatchObject({ password: 'a-Secret-1', port: 587 })
    await test.app.events.settled()
    const { rows } = await test.database.connections.readPool.query(
      "select request_param as said from platform.sys_log where request_url like '%/sys/setting/%'",
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('a-Secret-1')
  })

  it('ask for a secret again where it would go to another server or user', async () => {
    const mail = { host: 'one.example.com', from: 'expo@example.com', user: 'expo' }
    await save('mail', { ...mail, password: 'a-Secret-2' })
    for (const more of [{ host: 'two.example.com' }, { user: 'other' }]) {
      const { status, body } = await save('mail', { ...mail, ...more })
      expect([status, body.message]).toEqual([400, '更换服务器或用户名后须重新填写密码'])
      expect(JSON.stringify(body)).toContain('"field":"password"')
    }
    expect(await test.app.settings.get('mail')).toMatchObject({
      host: 'one.example.com',
      password: 'a-Secret-2',
    })
    expect((await save('mail', { ...mail, host: 'two.example.com', password: 'b' })).body.success).toBe(true)
    expect(await test.app.settings.get('mail')).toMatchObject({ host: 'two.example.com', password: 'b' })
    // Without a server there is none to ask for, and none is kept for the next server.
    expect((await save('mail', {})).body.success).toBe(true)
    expect((await save('mail', mail)).body.success).toBe(true)
    expect(await test.app.settings.get('mail')).toMatchObject({ password: '' })
    await test.call(admin, 'DELETE', '/sys/setting/group/mail')
  })

  it('are saved although the database asked for the transaction again', async () => {
    await test.database.connections.writePool.query(`
      create sequence platform.tries;
      create function platform.refuse_once() returns trigger language plpgsql as $$
      begin
        if nextval('platform.tries') = 1 then raise exception 'again' using errcode = '40001'; end if;
        return new;
      end $$;
      create trigger refuse_once before insert or update on platform.sys_setting
        for each row execute function platform.refuse_once()`)
    expect((await save('session', { maxPerUser: 7 })).body).toMatchObject({ success: true })
    await test.database.connections.writePool.query(`
      drop trigger refuse_once on platform.sys_setting;
      drop function platform.refuse_once();
      drop sequence platform.tries`)
    await test.call(admin, 'DELETE', '/sys/setting/group/session')
  })

  it('are refused with what is wrong, and when somebody else saved first', async () => {
    const said = async (name: string, values: object) => {
      const { status, body } = await save(name, values)
      expect(status).toBe(400)
      return body.message
    }
    expect(await said('shell', { name: '' })).toContain('系统名称')
    expect(await said('shell', { color: 'red' })).toBe('主题色应为 #1890FF 这样的颜色')
    expect(await said('shell', { logo: 'data:image/svg+xml;base64,PHN2Zz4=' })).toContain('标志应为 PNG')
    expect(await said('shell', { radius: 17 })).toContain('圆角')
    expect(await said('password', { minLength: 4 })).toContain('最短长度')
    expect(await said('mail', { host: 'mail.example.com' })).toBe('设置邮件服务器时必须填写发件人')
    expect(await said('mail', { from: 'a@b.com\nBcc: x@y.z' })).toContain('发件人')
    expect(await said('session', { idleMinutes: 'long' })).toContain('无操作退出')
    expect(await said('shell', { nothing: 1 })).toBe('没有设置项 nothing')
    expect((await save('none', {}, 0)).status).toBe(400)
    await save('session', { maxPerUser: 5 })
    expect((await save('session', { maxPerUser: 6 }, 0)).body).toMatchObject({
      success: false,
      refusal: 'STALE',
    })
    expect((await group('session')).values.maxPerUser).toBe(5)
    await test.call(admin, 'DELETE', '/sys/setting/group/session')
  })

  it('give those who register a role, but never an administrator’s', async () => {
    const roleOf = async (code: string) =>
      (
        await test.database.connections.readPool.query(
          'select id from platform.sys_role where role_code = $1 and tenant_id = 1',
          [code],
        )
      ).rows[0].id
    expect((await save('registration', { role: await roleOf('admin') })).body.message).toBe(
      '默认角色不存在，或者是管理员角色',
    )
    await test.database.connections.writePool.query(
      `insert into platform.sys_tenant (id, name) values (902, '乙');
       insert into platform.sys_role (id, role_code, role_name, tenant_id) values ('theirs', 'theirs', '乙方', 902)`,
    )
    const elsewhere = '默认角色不属于注册用户加入的租户'
    expect((await save('registration', { role: 'theirs' })).body.message).toBe(elsewhere)
    const ofOne = await roleOf('staff')
    expect((await save('registration', { tenant: '902', role: ofOne })).body.message).toBe(elsewhere)
    expect((await save('registration', { tenant: '902', role: 'theirs' })).body.success).toBe(true)
    expect((await save('registration', { open: 'Y', tenant: '', role: ofOne })).body.success).toBe(true)
    expect((await shell()).registration).toBe('1')
    await test.call(null, 'POST', '/sys/sms', { mobile: '13912345678', smsmode: '1' })
    const code = /\d{6}/.exec(sent.at(-1) ?? '')?.[0]
    const { body } = await test.call(null, 'POST', '/sys/user/register', {
      username: 'stranger',
      password: 'a-Strange-1-word',
      phone: '13912345678',
      smscode: code,
    })
    expect(body).toMatchObject({ success: true })
    const token = await test.signIn('stranger', 'a-Strange-1-word')
    expect((await test.call(token, 'GET', '/online/document/expo')).status).toBe(200)
  })

  it('show what the environment decides, and do not store it', async () => {
    expect(await group('sms')).toMatchObject({
      values: { gatewayUrl: 'https://sms.example.com/send' },
      fixed: { gatewayUrl: 'SMS_GATEWAY_URL' },
    })
    const { text } = await save('sms', { gatewayUrl: 'https://other.example.com' })
    expect(text).toContain('SMS_GATEWAY_URL')
    expect(await test.app.settings.get('sms')).toEqual({ gatewayUrl: 'https://sms.example.com/send' })
    const { rows } = await test.database.connections.readPool.query(
      "select value from platform.sys_setting where code = 'sms'",
    )
    expect(rows).toEqual([{ value: {} }])
  })

  it('are known in other processes as soon as they are saved', async () => {
    const other = await createSettings({
      connections: test.database.connections,
      box: createSecretBox({ secretKey: 'k'.repeat(32), keyFile: '/nowhere' }),
      fixed: {},
    })
    const told = new Promise<void>((resolve) => {
      other.onChange(() => {
        if (other.last('password').minLength === 12) resolve()
      })
    })
    await save('password', { minLength: 12 })
    await told
    expect((await other.get('password')).minLength).toBe(12)
    other.close()
    await test.call(admin, 'DELETE', '/sys/setting/group/password')
  })

  it('hold at once: a session ends by the new time, and the oldest beyond the most', async () => {
    await save('session', { idleMinutes: 5 })
    const staff = await test.signIn('staff')
    test.clock.ahead = 6 * 60_000
    expect((await test.call(staff, 'GET', '/sys/permission/getUserPermissionByToken')).status).toBe(401)
    test.clock.ahead = 0
    admin = await test.signIn('admin')
    await save('session', { maxPerUser: 2 })
    const tokens = [await test.signIn('staff'), await test.signIn('staff'), await test.signIn('staff')]
    const states = await Promise.all(
      tokens.map(
        async (token) => (await test.call(token, 'GET', '/sys/permission/getUserPermissionByToken')).status,
      ),
    )
    expect(states).toEqual([401, 200, 200])
    await test.call(admin, 'DELETE', '/sys/setting/group/session')
  })

  it('are nobody else’s: not without the right, not in another tenant', async () => {
    const staff = await test.signIn('staff')
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(
        (await test.call(staff, method, '/sys/setting/group/mail', { values: {}, version: 0 })).status,
      ).toBe(403)
    // An administrator of a further tenant holds every right there, and none over the installation.
    const query = (text: string) => test.database.connections.writePool.query(text)
    await query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await query(`insert into platform.sys_role (id, role_name, role_code, tenant_id)
      values ('admin2', '管理员', 'admin', 2)`)
    await query(`insert into platform.sys_user_tenant (user_id, tenant_id)
      select id, 2 from platform.sys_user where username = 'admin'`)
    await query(`insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
      select 'admin2', id, 'admin2', 2 from platform.sys_user where username = 'admin'`)
    await test.app.sessions.rightsChanged()
    const statuses = async (headers: Record<string, string>) => {
      const mail = await test.call(admin, 'GET', '/sys/setting/group/mail', undefined, { headers })
      const users = await test.call(admin, 'GET', '/sys/user/list', undefined, { headers })
      return [mail.status, users.status]
    }
    expect(await statuses({ 'tenant-id': '2' })).toEqual([403, 200])
    expect(await statuses({})).toEqual([200, 200])
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = { values: {}, version: 0 }
      const there = { headers: { 'tenant-id': '2' } }
      expect((await test.call(admin, method, '/sys/setting/group/mail', body, there)).status).toBe(403)
    }
  })
})
