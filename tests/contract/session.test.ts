import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'

const RIGHTS = '/sys/permission/getUserPermissionByToken'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('sign-in and session', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())

  const login = (username: string, password: string, address = '127.0.0.1') =>
    test.call(null, 'POST', '/sys/login', { username, password }, { remoteAddress: address })
  const works = async (token: string) => (await test.call(token, 'GET', RIGHTS)).status === 200
  const query = async (text: string, values: unknown[] = []) =>
    (await test.database.connections.writePool.query(text, values)).rows

  it('answers code 200 as text, token, user, departments, tenants and dictionaries [call-08]', async () => {
    const { status, body } = await login('staff', TEST_PASSWORDS.staff)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, code: '200', message: '登录成功' })
    expect(body.result).toMatchObject({
      userInfo: { username: 'staff', realname: '张晓雯', orgCode: 'A01A02', orgCodeTxt: '招展部' },
      multi_depart: 1,
      departs: [{ orgCode: 'A01A02', departName: '招展部' }],
      tenantList: [{ id: 1, status: 1 }],
    })
    expect(body.result.sysAllDictItems.sex).toContainEqual(
      expect.objectContaining({ value: '1', text: expect.any(String), title: expect.any(String) }),
    )
    // 256 random bits.
    expect(Buffer.from(body.result.token, 'base64url')).toHaveLength(32)
  })

  it('keeps passwords as argon2id only, and shows them to nobody [N-1]', async () => {
    const [admin] = await query("select password from platform.sys_user where username = 'admin'")
    expect(admin?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const token = await test.signIn('admin')
    for (const url of [
      '/sys/user/list?pageSize=1000',
      '/sys/user/getMultiUser?username=admin,staff',
      '/sys/user/queryUserComponentData',
      RIGHTS,
    ]) {
      const { text } = await test.call(token, 'GET', url)
      // The right to set somebody's password is called so, too.
      expect(text.replaceAll('system:user:password', '')).not.toMatch(/argon2|password|salt/i)
    }
    const signedIn = await login('admin', TEST_PASSWORDS.admin)
    expect(signedIn.text).not.toMatch(/argon2|"password"|salt/i)
    for (const column of ['password', 'u.password', 'salt'])
      expect((await test.call(token, 'GET', `/sys/user/list?column=${column}&order=asc`)).status).toBe(400)
    const all = (await test.call(token, 'GET', '/sys/user/list')).body.result.total
    // A filter by the password is no filter.
    expect((await test.call(token, 'GET', '/sys/user/list?password=*a*')).body.result.total).toBe(all)
    expect((await test.call(token, 'GET', '/sys/dict/loadDict/sys_user,password,username')).status).toBe(400)
  })

  it('says the same for a wrong user and a wrong password [N-4]', async () => {
    const unknown = await login('nobody-here', 'wrong-password', '10.1.1.1')
    const wrong = await login('designer', 'wrong-password', '10.1.1.1')
    const without = ({ body }: typeof wrong) => ({ ...body, timestamp: 0, requestId: '' })
    expect(unknown.status).toBe(wrong.status)
    expect(without(unknown)).toEqual(without(wrong))
    expect(wrong.body).toMatchObject({ success: false, message: '用户名或密码错误' })
  })

  it('asks for a slider after five wrong passwords of an account from an address, and nobody else [N-3]', async () => {
    for (let tries = 0; tries < 5; tries++)
      expect((await login('staff', `wrong ${tries}`, '10.2.2.2')).status).toBe(200)
    // In any spelling, and for the right password, too.
    for (const name of ['staff', 'STAFF'])
      expect(await login(name, TEST_PASSWORDS.staff, '10.2.2.2')).toMatchObject({
        status: 429,
        body: {
          success: false,
          refusal: 'TOO_MANY_TRIES',
          message: expect.stringContaining('滑块'),
          result: { challenge: expect.any(String) },
        },
      })
    // A stranger elsewhere costs the owner nothing, nor do other accounts of the address suffer.
    expect((await login('staff', TEST_PASSWORDS.staff, '10.2.2.3')).body.success).toBe(true)
    expect((await login('designer', TEST_PASSWORDS.designer, '10.2.2.2')).body.success).toBe(true)
    test.clock.ahead += 10 * MINUTE + 1000
    expect((await login('staff', TEST_PASSWORDS.staff, '10.2.2.2')).body.success).toBe(true)
    // A success forgets the failures before it.
    for (let tries = 0; tries < 4; tries++) await login('staff', 'wrong', '10.2.2.2')
    expect((await login('staff', TEST_PASSWORDS.staff, '10.2.2.2')).body.success).toBe(true)
    for (let tries = 0; tries < 4; tries++)
      expect((await login('staff', 'wrong', '10.2.2.2')).status).toBe(200)
    expect((await login('staff', TEST_PASSWORDS.staff, '10.2.2.2')).body.success).toBe(true)
  })

  it('never closes an account for its owner, who draws a slider and waits seconds at most [N-3]', async () => {
    const drawn = (challenge: string) => ({
      challenge,
      track: [
        [0, 0],
        [130, 1],
      ],
    })
    const slidden = async (password: string, address: string) => {
      const { status, body } = await login('admin', password, address)
      if (status !== 429) return { status, body }
      test.clock.ahead += 1000
      const slider = drawn(body.result.challenge)
      return test.call(
        null,
        'POST',
        '/sys/login',
        { username: 'admin', password, slider },
        { remoteAddress: address },
      )
    }
    // One stranger goes on and on, many others try a little each.
    for (let tries = 0; tries < 30; tries++) await slidden(`wrong ${tries}`, '10.6.6.6')
    for (let index = 0; index < 10; index++)
      for (let tries = 0; tries < 4; tries++) await slidden('wrong', `10.6.7.${index}`)
    test.delays.length = 0
    expect((await slidden(TEST_PASSWORDS.admin, '10.6.8.1')).body.success).toBe(true)
    expect(test.delays).toEqual([])
    // Behind the same address the owner waits as long as the stranger does: not for ever.
    expect((await slidden(TEST_PASSWORDS.admin, '10.6.6.6')).body.success).toBe(true)
    expect(test.delays).toEqual([4000])
    test.clock.ahead += 10 * MINUTE + 1000
  })

  it('does not let tries slip in that are sent at the same moment [N-3]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => login('ghost', `guess ${index}`, '10.3.3.3')),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  it('asks an address for a slider after twenty wrong passwords within ten minutes, no other address [N-3]', async () => {
    for (let tries = 0; tries < 20; tries++)
      expect((await login(`guess${tries}`, 'wrong', '10.4.4.4')).status).toBe(200)
    expect(await login('admin', TEST_PASSWORDS.admin, '10.4.4.4')).toMatchObject({
      status: 429,
      body: { result: { challenge: expect.any(String) } },
    })
    expect((await login('admin', TEST_PASSWORDS.admin, '10.4.4.5')).body.success).toBe(true)
    test.clock.ahead += 10 * MINUTE + 1000
    expect((await login('admin', TEST_PASSWORDS.admin, '10.4.4.4')).body.success).toBe(true)
  })

  it('counts tries of one address at the same moment, whatever names they carry [N-3]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => login(`name${index}`, 'wrong', '10.4.9.9')),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('ends with sign-out [N-5, call-10]', async () => {
    const token = await test.signIn('staff')
    const other = await test.signIn('staff')
    expect(await works(token)).toBe(true)
    expect((await test.call(token, 'POST', '/sys/logout')).body).toMatchObject({
      success: true,
      message: '退出登录成功！',
    })
    expect(await works(token)).toBe(false)
    expect(await works(other)).toBe(true)
    expect((await test.call(token, 'POST', '/sys/logout')).body).toMatchObject({
      success: false,
      message: 'Token无效!',
    })
    // A tenant that is not his must not keep a user from leaving.
    await test.call(other, 'GET', '/sys/logout', undefined, { headers: { 'tenant-id': '77' } })
    expect(await works(other)).toBe(false)
  })

  it('ends when the user is frozen, deleted or taken out of his tenant [N-5]', async () => {
    const changes = [
      ["update platform.sys_user set status = 2 where username = 'designer'", 'status = 1'],
      ["update platform.sys_user set del_flag = 1 where username = 'designer'", 'del_flag = 0'],
    ] as const
    for (const [change, back] of changes) {
      const token = await test.signIn('designer')
      expect(await works(token)).toBe(true)
      await query(change)
      await test.app.sessions.rightsChanged()
      expect((await test.call(token, 'GET', RIGHTS)).status).toBe(401)
      expect((await login('designer', TEST_PASSWORDS.designer)).body.success).toBe(false)
      await query(`update platform.sys_user set ${back} where username = 'designer'`)
      expect((await test.call(token, 'GET', RIGHTS)).status).toBe(401)
      // Frozen and thawed between two calls: the token is dead all the same.
      const unnoticed = await test.signIn('designer')
      await query(change)
      await query(`update platform.sys_user set ${back} where username = 'designer'`)
      await expect.poll(async () => (await test.call(unnoticed, 'GET', RIGHTS)).status).toBe(401)
    }
    const token = await test.signIn('designer')
    const [row] = await query(
      `delete from platform.sys_user_tenant
       where user_id = (select id from platform.sys_user where username = 'designer') returning *`,
    )
    await test.app.sessions.rightsChanged()
    expect((await test.call(token, 'GET', RIGHTS)).status).toBe(401)
    await query('insert into platform.sys_user_tenant values ($1, $2)', [row?.user_id, row?.tenant_id])
    await test.app.sessions.rightsChanged()
    expect(await works(token)).toBe(true)
    await test.app.sessions.endAll(row?.user_id, 'password')
    expect(await works(token)).toBe(false)
  })

  it('takes no token but those it gave, and keeps only their hashes [N-6]', async () => {
    const token = await test.signIn('admin')
    const kept = await query('select * from platform.sys_session')
    expect(JSON.stringify(kept)).not.toContain(token)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claim = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ username: 'admin', exp: 4e9 })}`
    const signed = `${claim}.${createHmac('sha256', 'jeecg').update(claim).digest('base64url')}`
    const none = `${part({ alg: 'none' })}.${part({ username: 'admin' })}.`
    const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    for (const bad of [signed, none, changed, kept[0]?.token_hash, 'x'.repeat(5000), 'null', 'undefined'])
      expect((await test.call(bad, 'GET', RIGHTS)).status, bad.slice(0, 30)).toBe(401)
    expect(await works(token)).toBe(true)
  })

  it('ends after the idle time and after seven days at most [N-7]', async () => {
    const idle = await test.signIn('staff')
    test.clock.ahead += 119 * MINUTE
    expect(await works(idle)).toBe(true)
    // Every call begins the time anew.
    test.clock.ahead += 119 * MINUTE
    expect(await works(idle)).toBe(true)
    test.clock.ahead += 121 * MINUTE
    expect(await works(idle)).toBe(false)
    const busy = await test.signIn('staff')
    for (let hours = 1; hours < 7 * 24; hours++) {
      test.clock.ahead += 60 * MINUTE
      expect(await works(busy), `${hours} h`).toBe(true)
    }
    test.clock.ahead += 61 * MINUTE
    expect(await works(busy)).toBe(false)
    expect(test.clock.ahead).toBeGreaterThan(7 * DAY)
  })

  it('changes the own password only, with the old one, to one worth having, and ends all sessions [N-2, N-5, call-15]', async () => {
    const change = async (token: string, body: object, method: 'PUT' | 'POST' = 'PUT') =>
      (await test.call(token, method, '/sys/user/updatePassword', body)).body
    const token = await test.signIn('staff')
    const other = await test.signIn('staff')
    const old = { username: 'staff', oldpassword: TEST_PASSWORDS.staff }
    const to = (password: string) => ({ ...old, password, confirmpassword: password })
    const refusals: [object, string][] = [
      [{ ...to('a good new one'), username: 'admin' }, '只允许修改自己的密码！'],
      [to(''), '新密码不允许为空!'],
      [{ ...to('a good new one'), confirmpassword: 'another one' }, '两次输入密码不一致!'],
      [{ ...to('a good new one'), oldpassword: 'wrong' }, '旧密码输入错误!'],
      [to('short 7'), '密码至少8个字符'],
      [to('x'.repeat(129)), '密码最多128个字符'],
      [to('12345678'), '该密码过于常见，请更换'],
      [to('Password123'), '该密码过于常见，请更换'],
    ]
    for (const [body, message] of refusals)
      expect(await change(token, body), JSON.stringify(body)).toMatchObject({ success: false, message })
    expect(await works(other)).toBe(true)

    // Any character, and long ones whole: the last one counts.
    const long = `${'密码 🔐'.repeat(24)}!`
    expect([...long].length).toBeGreaterThan(64)
    expect(await change(token, to(long), 'POST')).toMatchObject({
      success: true,
      message: '密码重置成功!',
    })
    expect(await works(token)).toBe(false)
    expect(await works(other)).toBe(false)
    expect((await login('staff', TEST_PASSWORDS.staff)).body.success).toBe(false)
    expect((await login('staff', `${long.slice(0, -1)}?`)).body.success).toBe(false)
    const again = await test.signIn('staff', long)
    const back = { username: 'staff', oldpassword: long }
    expect(
      await change(again, {
        ...back,
        password: TEST_PASSWORDS.staff,
        confirmpassword: TEST_PASSWORDS.staff,
      }),
    ).toMatchObject({ success: true })
  })

  it('counts wrong old passwords like wrong sign-ins [N-3]', async () => {
    const token = await test.signIn('designer')
    const body = { oldpassword: 'wrong', password: 'a good new one', confirmpassword: 'a good new one' }
    for (let tries = 0; tries < 5; tries++)
      expect((await test.call(token, 'PUT', '/sys/user/updatePassword', body)).status).toBe(200)
    expect((await test.call(token, 'PUT', '/sys/user/updatePassword', body)).status).toBe(429)
    test.clock.ahead += 10 * MINUTE + 1000
    expect((await login('designer', TEST_PASSWORDS.designer)).body.success).toBe(true)
  })

  it('logs sign-in, failure, lock and refusal with time, user, address, route and result, without secrets [L-2, L-3]', async () => {
    await login('designer', 'secret-guess', '10.9.9.9')
    await login('evil\nuser\u2028name', 'secret-guess', '10.9.9.9')
    const token = await test.signIn('designer', TEST_PASSWORDS.designer, '10.9.9.9')
    await test.call(token, 'POST', '/online/cgform/api/doDbSynch/expo/normal?token=abc', {
      password: 'in-a-body',
    })
    const staff = await test.signIn('staff')
    await test.call(staff, 'POST', '/online/cgform/api/doDbSynch/expo/force')
    await test.app.events.settled()
    const rows = await query('select * from platform.sys_log order by create_time')
    const entry = (fields: object) => expect.objectContaining(fields)
    expect(rows).toContainEqual(
      entry({ username: 'designer', ip: '10.9.9.9', result: 'failure', request_url: '/sys/login' }),
    )
    expect(rows).toContainEqual(entry({ username: 'designer', ip: '10.9.9.9', result: 'success' }))
    expect(rows).toContainEqual(entry({ username: 'staff', result: 'locked' }))
    expect(rows).toContainEqual(entry({ username: 'evil user name', result: 'failure' }))
    expect(rows).toContainEqual(
      entry({
        username: 'staff',
        result: 'refused',
        request_type: 'POST',
        request_url: `${API}/online/cgform/api/doDbSynch/:code/:mode`,
        log_content: '拒绝访问：needs online:form:sync',
      }),
    )
    for (const row of rows) {
      expect(row.create_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      expect(row.request_id).toMatch(/^[0-9a-f-]{36}$/)
    }
    const everything = `${JSON.stringify(rows)}${test.log.join('')}`
    for (const secret of [token, staff, 'secret-guess', 'in-a-body', ...Object.values(TEST_PASSWORDS)])
      expect(everything).not.toContain(secret)
    // One JSON object per line, whatever was typed.
    for (const line of test.log) expect(() => JSON.parse(line)).not.toThrow()
  })

  it('answers departments and lets a user choose one of his own [call-16, call-17]', async () => {
    const token = await test.signIn('staff')
    const [user] = await query("select id from platform.sys_user where username = 'staff'")
    const [second] = await query("select id from platform.sys_depart where org_code = 'A01A03'")
    await query('insert into platform.sys_user_depart (id, user_id, dep_id) values ($1, $2, $3)', [
      'second',
      user?.id,
      second?.id,
    ])
    await test.app.sessions.rightsChanged()
    expect((await test.call(token, 'GET', '/sys/user/getCurrentUserDeparts')).body.result).toMatchObject({
      list: [{ orgCode: 'A01A02' }, { orgCode: 'A01A03' }],
      orgCode: 'A01A02',
    })
    for (const method of ['PUT', 'POST'] as const) {
      const { body } = await test.call(token, method, '/sys/selectDepart', {
        orgCode: 'A01A03',
        username: 'staff',
      })
      expect(body).toMatchObject({ success: true, result: { userInfo: { orgCode: 'A01A03' } } })
    }
    expect((await test.call(token, 'PUT', '/sys/selectDepart', { orgCode: 'A01' })).body).toMatchObject({
      success: false,
    })
    expect((await test.call(token, 'GET', '/sys/user/getCurrentUserDeparts')).body.result.orgCode).toBe(
      'A01A03',
    )
    expect((await login('staff', TEST_PASSWORDS.staff)).body.result.multi_depart).toBe(2)
  })

  it('answers menu, own buttons, all buttons and the safe mode [call-14]', async () => {
    const rights = async (user: string) =>
      (await test.call(await test.signIn(user), 'GET', RIGHTS)).body.result
    const admin = await rights('admin')
    const staff = await rights('staff')
    expect(admin.sysSafeMode).toBe(false)
    interface Item {
      path: string
      name: string
      component: string
      route: string
      meta: { title: string }
      children?: Item[]
    }
    const flat = (items: Item[]): Item[] => items.flatMap((item) => [item, ...flat(item.children ?? [])])
    const list = flat(staff.menu).find((item) => item.path === '/expo/ExpoList')
    expect(list).toMatchObject({
      route: '1',
      component: expect.stringMatching(/./),
      meta: { title: expect.stringMatching(/./) },
    })
    expect(flat(admin.menu).length).toBeGreaterThan(flat(staff.menu).length)
    expect(staff.auth).toContainEqual({ action: 'online:expo:add', type: '1', describe: expect.anything() })
    expect(staff.auth.map((entry: { action: string }) => entry.action)).not.toContain('online:form:design')
    expect(staff.allAuth).toContainEqual(
      expect.objectContaining({ action: 'online:form:design', status: '1' }),
    )
    expect(staff.allAuth.length).toBe(admin.allAuth.length)
    // Columns that a document puts under control are rules like any other: an open page follows them.
    const fee = expect.objectContaining({ action: 'online:expo_exhibition:fee' })
    expect(staff.allAuth).toContainEqual(fee)
    expect(admin.auth).toContainEqual(fee)
    expect(staff.auth).not.toContainEqual(fee)
  })
})
