import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'

const RIGHTS = '/sys/permission/getUserPermissionByToken'
const MINUTE = 60_000
const SECRET = 'gateway-secret-0123456789-0123456789'
const SERVICE = 'https://expo.example.com/user/login'
const PHONE = '13800138000'

/** A CAS server of the test's: tickets are the name of the answer. */
async function fakeCas(): Promise<{ server: Server; url: string; asked: string[] }> {
  const asked: string[] = []
  const success = (name: string) =>
    `<?xml version="1.0"?>\n<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">\n<cas:authenticationSuccess><cas:user>${name}</cas:user></cas:authenticationSuccess></cas:serviceResponse>`
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://cas')
    asked.push(request.url ?? '')
    const ticket = url.searchParams.get('ticket') ?? ''
    if (url.pathname !== '/cas/serviceValidate') response.writeHead(404).end()
    else if (ticket === 'ST-redirect')
      response.writeHead(302, { location: '/cas/serviceValidate?ticket=ST-staff' }).end()
    else if (ticket === 'ST-huge') response.end(success('staff') + ' '.repeat(200_000))
    else if (ticket.startsWith('ST-')) response.end(success(ticket.slice(3)))
    else
      response.end(
        `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationFailure>${ticket}</cas:authenticationFailure></cas:serviceResponse>`,
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { server, url: `http://127.0.0.1:${port}/cas`, asked }
}

describe('ways to sign in', () => {
  let test: TestApp
  let cas: Awaited<ReturnType<typeof fakeCas>>
  const sent: { phone: string; code: string }[] = []

  beforeAll(async () => {
    cas = await fakeCas()
    test = await createTestApp({
      env: {
        REGISTRATION: '1',
        CAS_URL: cas.url,
        PUBLIC_URL: 'https://expo.example.com',
        THIRD_LOGIN_SECRETS: `wxwork:${SECRET}`,
      },
      smsSender: {
        async send(phone, text) {
          sent.push({ phone, code: /\d{6}/.exec(text)?.[0] ?? '' })
        },
      },
    })
    await query('update platform.sys_user set phone = $1 where username = $2', [PHONE, 'staff'])
  })
  afterAll(async () => {
    await test.close()
    await new Promise((resolve) => cas.server.close(resolve))
  })

  const query = async (text: string, values: unknown[] = []) =>
    (await test.database.connections.writePool.query(text, values)).rows
  const post = (url: string, body: unknown, token: string | null = null, address = '127.0.0.1') =>
    test.call(token, 'POST', url, body, { remoteAddress: address })
  const works = async (token: string) => (await test.call(token, 'GET', RIGHTS)).status === 200
  const sms = (mobile: string, smsmode: string, address = '127.0.0.1') =>
    post('/sys/sms', { mobile, smsmode }, null, address)
  const codeFor = (phone: string) => sent.findLast((one) => one.phone === phone)?.code ?? ''
  const anHour = () => {
    test.clock.ahead += 61 * MINUTE
  }

  describe('by phone', () => {
    it('lets in with the code, once [call-09, N-8, N-9]', async () => {
      expect((await sms(PHONE, '0')).body.success).toBe(true)
      const code = codeFor(PHONE)
      const answer = await post('/sys/phoneLogin', { mobile: PHONE, captcha: code })
      expect(answer.body).toMatchObject({
        success: true,
        code: '200',
        result: { userInfo: { username: 'staff' } },
      })
      expect(await works(answer.body.result.token)).toBe(true)
      const again = await post('/sys/phoneLogin', { mobile: PHONE, captcha: code })
      expect(again.body).toMatchObject({ success: false, message: '手机验证码失效，请重新获取' })
    })

    it('tells nobody which phones are known, and sends nothing to unknown ones', async () => {
      anHour()
      const strange = '13900139000'
      const before = sent.length
      const without = ({ status, body }: Awaited<ReturnType<typeof sms>>) => ({
        status,
        body: { ...body, timestamp: 0, requestId: '' },
      })
      expect(without(await sms(strange, '0'))).toEqual(without(await sms(PHONE, '0')))
      expect(sent.slice(before).map(({ phone }) => phone)).toEqual([PHONE])
      const wrong = (mobile: string) => post('/sys/phoneLogin', { mobile, captcha: 'nothing' })
      expect(without(await wrong(strange))).toEqual(without(await wrong(PHONE)))
    })

    it('ends a code after five wrong tries and after five minutes [N-8]', async () => {
      anHour()
      await sms(PHONE, '0', '10.5.0.1')
      const tries = await Promise.all(
        Array.from({ length: 5 }, () => post('/sys/phoneLogin', { mobile: PHONE, captcha: 'x' })),
      )
      expect(tries.map(({ body }) => body.message)).toEqual(Array(5).fill('手机验证码错误'))
      // The phone waits like an account; the code is void as well.
      expect((await post('/sys/phoneLogin', { mobile: PHONE, captcha: codeFor(PHONE) })).status).toBe(429)
      anHour()
      await sms(PHONE, '0', '10.5.0.2')
      test.clock.ahead += 5 * MINUTE + 1000
      const late = await post('/sys/phoneLogin', { mobile: PHONE, captcha: codeFor(PHONE) })
      expect(late.body).toMatchObject({ success: false, message: '手机验证码失效，请重新获取' })
    })

    it('sends one message a minute and five an hour to a phone', async () => {
      anHour()
      expect((await sms(PHONE, '0', '10.5.1.1')).status).toBe(200)
      expect((await sms(PHONE, '0', '10.5.1.2')).status).toBe(429)
      for (let more = 0; more < 4; more++) {
        test.clock.ahead += MINUTE
        expect((await sms(PHONE, '2', '10.5.1.3')).status).toBe(200)
      }
      test.clock.ahead += MINUTE
      expect((await sms(PHONE, '0', '10.5.1.4')).status).toBe(429)
    })

    it('limits what one address may send', async () => {
      anHour()
      const phone = (index: number) => `1370000${String(index).padStart(4, '0')}`
      for (let index = 0; index < 30; index++)
        expect((await sms(phone(index), '0', '10.5.2.1')).status).toBe(200)
      expect((await sms(phone(30), '0', '10.5.2.1')).status).toBe(429)
    })

    it('takes no code of one purpose for another, and no frozen user', async () => {
      anHour()
      await sms(PHONE, '2')
      const other = await post('/sys/phoneLogin', { mobile: PHONE, captcha: codeFor(PHONE) })
      expect(other.body.success).toBe(false)
      anHour()
      await query("update platform.sys_user set status = 2 where username = 'staff'")
      await sms(PHONE, '0')
      const frozen = await post('/sys/phoneLogin', { mobile: PHONE, captcha: codeFor(PHONE) })
      expect(frozen.body).toMatchObject({ success: false, message: '该用户已冻结' })
      await query("update platform.sys_user set status = 1 where username = 'staff'")
    })
  })

  describe('registration', () => {
    const register = (more: object) =>
      post('/sys/user/register', {
        phone: '13611112222',
        smscode: codeFor('13611112222'),
        username: 'new_user',
        password: 'stumbling-heron',
        ...more,
      })

    it('checks name, password and e-mail before it uses the code up [screen-138]', async () => {
      await sms('13611112222', '1')
      for (const [more, message] of [
        [{ username: 'a-b-c' }, '只允许字母、数字、下划线'],
        [{ username: 'abc' }, '长度6到18个字符'],
        [{ password: '12345678' }, '该密码过于常见，请更换'],
        [{ email: 'nowhere' }, '邮箱格式不正确'],
        [{ smscode: '' }, '手机验证码错误'],
      ] as const)
        expect((await register(more)).body, message).toMatchObject({ success: false, message })
      expect((await register({})).body).toMatchObject({ success: true, message: '注册成功' })
      const token = await test.signIn('new_user', 'stumbling-heron')
      const { body } = await test.call(token, 'GET', RIGHTS)
      // An account without any right.
      expect(body.result).toMatchObject({ menu: [], auth: [], codeList: [] })
    })

    it('refuses a name or a phone that is taken', async () => {
      anHour()
      await sms('13611113333', '1')
      const name = await register({
        phone: '13611113333',
        smscode: codeFor('13611113333'),
        username: 'STAFF',
      })
      expect(name.body).toMatchObject({ success: false, message: '用户名已注册' })
      // A known phone gets no message to register with.
      const before = sent.length
      expect((await sms(PHONE, '1')).body.success).toBe(true)
      expect(sent).toHaveLength(before)
    })

    it('is off unless it is switched on', async () => {
      const closed = await createTestApp({ exampleData: false })
      try {
        const answer = await closed.call(null, 'POST', '/sys/user/register', {
          phone: '13611112222',
          smscode: '',
          username: 'new_user',
          password: 'stumbling-heron',
        })
        expect(answer.body).toMatchObject({ success: false, message: expect.stringContaining('未开放注册') })
        const off = await closed.call(
          null,
          'GET',
          `/sys/cas/client/validateLogin?ticket=ST-staff&service=${SERVICE}`,
        )
        expect(off.body).toMatchObject({ success: false, message: '未启用统一认证（CAS）登录' })
        for (const [url, body] of [
          ['/sys/oidc/begin', {}],
          ['/sys/oidc/login', { state: 's', code: 'c' }],
        ] as const)
          expect((await closed.call(null, 'POST', url, body)).body).toMatchObject({
            success: false,
            message: '未启用统一认证（OIDC）登录',
          })
        const ticket = await closed.call(
          null,
          'POST',
          '/sys/thirdLogin/ticket',
          { source: 'wxwork', thirdUserId: 'w' },
          { headers: { 'x-third-secret': '' } },
        )
        expect(ticket.status).toBe(403)
      } finally {
        await closed.close()
      }
    })
  })

  describe('a forgotten password', () => {
    it('is replaced with a ticket that works once, and ends every session [screen-134, screen-135, screen-136, N-5]', async () => {
      anHour()
      const old = await test.signIn('staff')
      await sms(PHONE, '2')
      const verified = await post('/sys/user/phoneVerification', { phone: PHONE, smscode: codeFor(PHONE) })
      expect(verified.body.result.username).toBe('staff')
      const ticket = verified.body.result.smscode
      const change = (more: object) =>
        post('/sys/user/passwordChange', {
          phone: PHONE,
          username: 'staff',
          smscode: ticket,
          password: 'another-heron-1',
          ...more,
        })
      expect((await change({ password: 'short' })).body.message).toBe('密码至少8个字符')
      expect((await change({ smscode: 'guessed' })).body.success).toBe(false)
      expect((await change({ phone: '13611112222', username: 'new_user' })).body.success).toBe(false)
      expect((await change({})).body.success).toBe(true)
      expect((await change({})).body).toMatchObject({
        success: false,
        message: '验证已失效，请重新验证手机号',
      })
      expect(await works(old)).toBe(false)
      const token = await test.signIn('staff', 'another-heron-1')
      const back = await post(
        '/sys/user/updatePassword',
        {
          oldpassword: 'another-heron-1',
          password: TEST_PASSWORDS.staff,
          confirmpassword: TEST_PASSWORDS.staff,
        },
        token,
      )
      expect(back.body.success).toBe(true)
    })
  })

  describe('CAS', () => {
    const validate = (ticket: string, service = SERVICE) =>
      test.call(null, 'GET', `/sys/cas/client/validateLogin?${new URLSearchParams({ ticket, service })}`)

    it('lets in whom the CAS server names [call-13, N-9]', async () => {
      const { body } = await validate('ST-Staff')
      expect(body).toMatchObject({ success: true, code: '200', result: { userInfo: { username: 'staff' } } })
      expect(await works(body.result.token)).toBe(true)
    })

    it.each([
      ['a ticket that is refused', 'bad'],
      ['a refusal that holds a success', '<cas:authenticationSuccess><cas:user>admin</cas:user>'],
      ['an unknown user', 'ST-nobody'],
      ['a redirect', 'ST-redirect'],
      ['an endless answer', 'ST-huge'],
    ])('does not let in with %s [S-2]', async (_, ticket) => {
      const { status, body } = await validate(ticket)
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: false, result: null })
    })

    it('asks for services of this place only', async () => {
      const before = cas.asked.length
      for (const service of ['https://evil.example/', 'https://expo.example.com.evil.example/', 'nothing'])
        expect((await validate('ST-staff', service)).body.success).toBe(false)
      expect(cas.asked).toHaveLength(before)
    })
  })

  describe('a third party', () => {
    const ticket = (secret: string, thirdUserId = 'wx-1', source = 'wxwork') =>
      test.call(
        null,
        'POST',
        '/sys/thirdLogin/ticket',
        { source, thirdUserId },
        { headers: { 'x-third-secret': secret } },
      )
    const exchange = (token: string, source = 'wxwork') =>
      test.call(null, 'GET', `/sys/thirdLogin/getLoginUser/${token}/${source}`)

    it('needs the gateway’s secret', async () => {
      for (const [secret, source] of [
        ['', 'wxwork'],
        [`${SECRET}x`, 'wxwork'],
        [SECRET, 'constructor'],
        [SECRET, 'dingtalk'],
      ] as const)
        expect((await ticket(secret, 'wx-1', source)).status).toBe(403)
    })

    it('is linked by signing in once, and then lets in with a token that works once [call-11, screen-140, N-9]', async () => {
      const first = await exchange((await ticket(SECRET)).body.result)
      expect(first.body).toMatchObject({ success: false, message: expect.stringContaining('尚未绑定') })
      const bind = { token: first.body.result.bindToken, source: 'wxwork' }
      expect((await post('/sys/thirdLogin/bind', bind)).status).toBe(401)
      const staff = await test.signIn('staff')
      expect((await post('/sys/thirdLogin/bind', bind, staff)).body.success).toBe(true)
      expect((await post('/sys/thirdLogin/bind', bind, staff)).body.success).toBe(false)

      const token = (await ticket(SECRET)).body.result
      const entered = await exchange(token)
      expect(entered.body).toMatchObject({ code: '200', result: { userInfo: { username: 'staff' } } })
      expect((await exchange(token)).body.success).toBe(false)
      // A token of one source is nothing to another; an old one is nothing at all.
      expect((await exchange((await ticket(SECRET)).body.result, 'dingtalk')).body.success).toBe(false)
      const old = (await ticket(SECRET)).body.result
      test.clock.ahead += MINUTE + 1000
      expect((await exchange(old)).body.success).toBe(false)
    })
  })

  describe('the slider', () => {
    const drawn = [
      [0, 0],
      [60, 0.4],
      [130, 1],
    ]
    const login = (password: string, slider?: unknown) =>
      post('/sys/login', { username: 'designer', password, ...(slider ? { slider } : {}) }, null, '10.7.7.7')

    it('is needed for each try beyond the limit, which waits longer and longer [N-3]', async () => {
      anHour()
      for (let tries = 0; tries < 5; tries++) await login('wrong')
      const closed = await login(TEST_PASSWORDS.designer)
      expect(closed).toMatchObject({ status: 429, body: { message: expect.stringContaining('滑块') } })
      const demand = async () => (await login('x')).body.result?.challenge
      const first = closed.body.result.challenge
      test.clock.ahead += 1000
      // Not drawn, drawn in no time, made up, or of somebody else: refused, and used up.
      expect(
        (
          await login(TEST_PASSWORDS.designer, {
            challenge: first,
            track: [
              [0, 0],
              [1, 1],
            ],
          })
        ).status,
      ).toBe(429)
      expect((await login(TEST_PASSWORDS.designer, { challenge: first, track: drawn })).status).toBe(429)
      expect((await login(TEST_PASSWORDS.designer, { challenge: 'made-up', track: drawn })).status).toBe(429)
      const solved = async () => {
        const challenge = await demand()
        test.clock.ahead += 1000
        return { challenge, track: drawn }
      }
      expect((await login('wrong', await solved())).status).toBe(200)
      const proof = await solved()
      expect((await login(TEST_PASSWORDS.designer, proof)).body.success).toBe(true)
      // A success forgot the failures.
      for (let tries = 0; tries < 5; tries++) await login('wrong')
      test.delays.length = 0
      for (let tries = 0; tries < 4; tries++) expect((await login('wrong', await solved())).status).toBe(200)
      expect(test.delays).toEqual([1000, 2000, 4000, 4000])
      expect((await login(TEST_PASSWORDS.designer, await solved())).body.success).toBe(true)
    })
  })

  describe('several tenants', () => {
    it('the chosen one is the session’s, and only own ones may be chosen [A-6, session-10]', async () => {
      await query("insert into platform.sys_tenant (id, name) values (7, '二号'), (8, '三号')")
      await query(
        "insert into platform.sys_user_tenant select id, 7 from platform.sys_user where username = 'designer'",
      )
      anHour()
      const { body } = await post(
        '/sys/login',
        { username: 'designer', password: TEST_PASSWORDS.designer },
        null,
        '10.8.8.8',
      )
      expect(body.result.tenantList.map(({ id }: { id: number }) => id)).toEqual([1, 7])
      const { token } = body.result
      const tenant = async () => (await test.app.sessions.find(token))?.tenantId
      expect(await tenant()).toBe(1)
      expect((await post('/sys/selectTenant', { tenantId: 8 }, token)).body.success).toBe(false)
      expect(await tenant()).toBe(1)
      expect((await post('/sys/selectTenant', { tenantId: 7 }, token)).body.success).toBe(true)
      expect(await tenant()).toBe(7)
    })

    it('a department is one of the session’s tenant, though another tenant’s has the same code [A-6]', async () => {
      await query(`insert into platform.sys_depart (id, depart_name, org_code, tenant_id)
        values ('away', '二号办', 'A01A01', 7), ('home', '二号总部', 'A01', 7)`)
      await query(
        "insert into platform.sys_user_depart (id, user_id, dep_id) select d.id, u.id, d.id from platform.sys_user u, platform.sys_depart d where u.username = 'designer' and d.id in ('away', 'home')",
      )
      anHour()
      const { body } = await post(
        '/sys/login',
        { username: 'designer', password: TEST_PASSWORDS.designer },
        null,
        '10.8.8.9',
      )
      const { token, userInfo } = body.result
      expect(userInfo).toMatchObject({ orgCode: 'A01A01', orgCodeTxt: '信息技术部' })
      await post('/sys/selectTenant', { tenantId: 7 }, token)
      const chosen = await post('/sys/selectDepart', { orgCode: 'A01A01' }, token)
      expect(chosen.body.result.userInfo).toMatchObject({ orgCode: 'A01A01', orgCodeTxt: '二号办' })
      await post('/sys/selectDepart', { orgCode: 'A01' }, token)
      const session = (tenant: string) => test.app.sessions.find(token, tenant)
      expect(await session('7')).toMatchObject({ orgCode: 'A01', orgCodes: ['A01', 'A01A01'] })
      expect(await session('1')).toMatchObject({ orgCode: 'A01A01', orgCodes: ['A01A01'] })
    })
  })

  describe('several departments', () => {
    it('are offered, and the chosen one is kept [dept-08, dept-09]', async () => {
      await query(
        "insert into platform.sys_user_depart (id, user_id, dep_id) select 'second', u.id, d.id from platform.sys_user u, platform.sys_depart d where u.username = 'staff' and d.org_code = 'A01A01' and d.tenant_id = 1",
      )
      const { body } = await post('/sys/login', { username: 'staff', password: TEST_PASSWORDS.staff })
      expect(body.result.multi_depart).toBe(2)
      const codes = body.result.departs.map(({ orgCode }: { orgCode: string }) => orgCode)
      expect(codes).toEqual(['A01A01', 'A01A02'])
      const { token } = body.result
      const chosen = await post('/sys/selectDepart', { orgCode: 'A01A01', username: 'staff' }, token)
      expect(chosen.body.result.userInfo.orgCode).toBe('A01A01')
      const own = await test.call(token, 'GET', '/sys/user/getCurrentUserDeparts')
      expect(own.body.result).toMatchObject({ orgCode: 'A01A01' })
      expect(own.body.result.list[0]).toMatchObject({
        id: expect.any(String),
        orgCode: 'A01A01',
        departName: expect.any(String),
      })
    })
  })

  describe('online users', () => {
    it('are listed without their tokens, and signed out at once by whoever may [call-12]', async () => {
      anHour()
      const admin = await test.signIn('admin')
      const staff = await test.signIn('staff')
      const list = await test.call(admin, 'GET', '/sys/online/list?username=*sta*')
      expect(list.text).not.toContain(staff)
      const [row] = list.body.result.records
      expect(row).toMatchObject({ username: 'staff', realname: '张晓雯', isOwn: false })
      expect(list.body.result.total).toBe(list.body.result.records.length)
      for (const url of ['/sys/online/list', '/sys/online/forceLogout'])
        expect((await test.call(staff, url.endsWith('list') ? 'GET' : 'POST', url, undefined)).status).toBe(
          403,
        )
      const out = await post('/sys/online/forceLogout', { token: row.token }, admin)
      expect(out.body).toMatchObject({ success: true, message: '退出登录成功！' })
      expect(await works(staff)).toBe(false)
      expect(await works(admin)).toBe(true)
      expect((await post('/sys/online/forceLogout', { token: row.token }, admin)).body.success).toBe(false)
    })

    it('are records of a document, whose action signs out any session but the own one [screen-116, call-12]', async () => {
      anHour()
      const admin = await test.signIn('admin')
      const staff = await test.signIn('staff')
      const list = '/online/cgform/api/getData/online_user'
      const rows = (await test.call(admin, 'GET', `${list}?column=signedInAt&order=desc`)).body.result.records
      const idOf = (name: string, isOwn: string) =>
        rows.find((row: Record<string, unknown>) => row.username === name && row.isOwn === isOwn)?.id
      expect((await test.call(admin, 'GET', `${list}?username=*sta*`)).body.result.records).toEqual([
        expect.objectContaining({ id: idOf('staff', 'N'), realname: '张晓雯', isOwn_dictText: '其他会话' }),
      ])
      const action = '/online/action/online_user/forceLogout'
      const act = (id: string, token = admin) => test.call(token, 'POST', action, { ids: [id] })
      expect((await test.call(staff, 'GET', list)).status).toBe(403)
      expect((await act(idOf('admin', 'Y'), staff)).status).toBe(403)
      expect((await act(idOf('admin', 'Y'))).body).toMatchObject({
        success: false,
        message: '该记录的当前状态不能执行“强制退出”',
      })
      expect((await act(idOf('staff', 'N'))).body).toMatchObject({
        success: true,
        message: '退出登录成功！',
      })
      expect(await works(staff)).toBe(false)
      expect(await works(admin)).toBe(true)
      expect((await act(idOf('staff', 'N'))).status).toBe(404)
      const told = async () => {
        const { rows } = await test.database.connections.writePool.query(
          "select log_content, username, ip from platform.sys_log where log_content like '强制退出会话 %' order by id desc limit 1",
        )
        return rows
      }
      // Lines of the log are gathered before they are written.
      await expect
        .poll(told, { timeout: 20_000 })
        .toEqual([{ log_content: `强制退出会话 ${idOf('staff', 'N')}`, username: 'admin', ip: '127.0.0.1' }])
    })
  })

  it('begins a session at one door only [N-9]', () => {
    const callers = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) => readFileSync(join('server', name), 'utf8').includes('sessions.begin('))
    expect(callers).toEqual([join('modules', 'auth', 'admission.ts')])
  })
})
