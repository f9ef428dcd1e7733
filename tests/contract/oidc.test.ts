import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { startTestProvider, type TestProvider } from '#tests/helpers/oidc-provider.ts'

const RIGHTS = '/sys/permission/getUserPermissionByToken'
const MINUTE = 60_000
const ORIGIN = 'https://expo.example.com'
const CLIENT = { id: 'back-office', secret: 'a secret/with: signs' }
const FAILED = '统一认证未通过，请重新登录'
const GONE = '统一认证登录已失效（超时或已使用），请重新登录'

/** What a browser holds between two calls. */
interface Begun {
  url: string
  cookie: string
}

/** The calls of a browser; each try from an address of its own, so that none is limited by the others. */
function browserOf(test: TestApp, provider: TestProvider) {
  let addresses = 0
  const begin = (headers: Record<string, string> = { origin: ORIGIN }): Promise<Answer> =>
    test.call(null, 'POST', '/sys/oidc/begin', {}, { headers })
  const begun = async (): Promise<Begun> => {
    const answer = await begin()
    if (!answer.body.success) throw new Error(answer.body.message)
    return { url: answer.body.result.url, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
  }
  const login = (
    body: object,
    cookie: string,
    remoteAddress = `10.9.${addresses >> 8}.${addresses++ % 256}`,
  ) => test.call(null, 'POST', '/sys/oidc/login', body, { headers: { cookie }, remoteAddress })
  const back = ({ url }: Begun) => Object.fromEntries(provider.visit(url).searchParams)
  const signIn = async () => {
    const attempt = await begun()
    return login(back(attempt), attempt.cookie)
  }
  return { begin, begun, login, back, signIn }
}

describe('signing in by OpenID Connect', () => {
  let provider: TestProvider
  let test: TestApp
  let browser: ReturnType<typeof browserOf>
  const query = async (text: string, values: unknown[] = []) =>
    (await test.database.connections.writePool.query(text, values)).rows

  beforeAll(async () => {
    provider = await startTestProvider(CLIENT)
    test = await createTestApp({
      env: {
        OIDC_ISSUER: provider.url,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        OIDC_USER_CLAIM: 'preferred_username',
        PUBLIC_URL: ORIGIN,
      },
    })
    browser = browserOf(test, provider)
  })
  beforeEach(() => {
    provider.person = { sub: 's-1', preferred_username: 'Staff' }
    provider.spoilt = {}
    provider.state = 'up'
  })
  afterAll(async () => {
    await test.close()
    await provider.close()
  })

  it('lets in whom the provider names, through the common door [N-9]', async () => {
    const answer = await browser.signIn()
    expect(answer.body).toMatchObject({
      success: true,
      code: '200',
      result: { userInfo: { username: 'staff' } },
    })
    expect((await test.call(answer.body.result.token, 'GET', RIGHTS)).status).toBe(200)
    await test.app.events.settled()
    const [line] = await query(
      'select log_content, username from platform.sys_log where request_url = $1 order by id desc limit 1',
      ['/sys/oidc/login'],
    )
    expect(line).toEqual({ log_content: '登录成功', username: 'staff' })
  })

  it('leads to the page of the provider that ends the session there, and back to the sign-in page', async () => {
    const end = (origin: string) =>
      test.call(null, 'POST', '/sys/oidc/end', {}, { headers: { origin }, remoteAddress: '10.8.0.1' })
    const url = new URL((await end(ORIGIN)).body.result.url)
    expect(url.origin + url.pathname).toBe(`${provider.url}/end`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      post_logout_redirect_uri: `${ORIGIN}/user/login`,
      client_id: CLIENT.id,
    })
    const back = await fetch(url, { redirect: 'manual' })
    expect(back.headers.get('location')).toBe(`${ORIGIN}/user/login`)
    expect((await end('https://other.example.com')).body.success).toBe(false)
  })

  it('links and unlinks the own account, which keeps a way in', async () => {
    const designer = await test.signIn('designer')
    const own = async () => (await test.call(designer, 'GET', '/sys/oidc/own')).body.result
    const link = async () => {
      const attempt = await browser.begun()
      const headers = { cookie: attempt.cookie }
      return (await test.call(designer, 'POST', '/sys/oidc/link', browser.back(attempt), { headers })).body
    }
    const unlink = async () => (await test.call(designer, 'POST', '/sys/oidc/unlink', {})).body
    expect(await own()).toEqual({ isLinked: false, mayUnlink: false })
    // The person of another user, and an attempt of another browser.
    await browser.signIn()
    expect(await link()).toMatchObject({ success: false, message: '该统一认证账号已绑定其他用户' })
    provider.person = { sub: 's-link', preferred_username: 'nobody-here' }
    const stolen = browser.back(await browser.begun())
    expect((await test.call(designer, 'POST', '/sys/oidc/link', stolen)).body.success).toBe(false)

    expect(await link()).toMatchObject({ success: true, message: '已绑定统一认证账号' })
    expect(await own()).toEqual({ isLinked: true, mayUnlink: true })
    expect((await browser.signIn()).body.result.userInfo.username).toBe('designer')
    provider.person = { sub: 's-link-2', preferred_username: 'nobody-here' }
    expect(await link()).toMatchObject({ success: false, message: '您已绑定其他统一认证账号，请先解除绑定' })

    const [{ password }] = await query("select password from platform.sys_user where username = 'designer'")
    const set = (value: string | null) =>
      query("update platform.sys_user set password = $1 where username = 'designer'", [value])
    await set(null)
    expect(await own()).toEqual({ isLinked: true, mayUnlink: false })
    expect((await unlink()).success).toBe(false)
    await set(password)
    expect(await unlink()).toMatchObject({ success: true })
    expect(await own()).toEqual({ isLinked: false, mayUnlink: false })
    provider.person = { sub: 's-link', preferred_username: 'nobody-here' }
    expect((await browser.signIn()).body.success).toBe(false)
    await test.app.events.settled()
    const told = await query(
      "select log_content from platform.sys_log where log_content like '%绑定统一认证账号' and result = 'success'",
    )
    expect(told.map((line) => line.log_content).sort()).toEqual(['绑定统一认证账号', '解除绑定统一认证账号'])
  })

  it('asks for a code with PKCE, state and nonce, and binds the attempt to the browser', async () => {
    const { body, headers } = await browser.begin()
    const asked = Object.fromEntries(new URL(body.result.url).searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      scope: 'openid profile',
      redirect_uri: `${ORIGIN}/user/login`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(body.result.url).toMatch(new RegExp(`^${provider.url}/authorize\\?`))
    expect(headers['set-cookie']).toMatch(
      /^oidc_attempt=[\w-]{43}; Path=\/jeecg-boot\/sys\/oidc; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
  })

  it('sends the browser back to this place only', async () => {
    for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'null'])
      expect((await browser.begin({ origin })).body).toMatchObject({
        success: false,
        message: '统一认证的服务地址不属于本站',
      })
  })

  it.each([
    ['another nonce', { claims: { nonce: 'other' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'other-client' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an end in the past', { claims: { exp: Math.floor(Date.now() / 1000) - 60 } }],
    ['no signature (alg none)', { signature: 'none' }],
    ['the signature of a foreign key', { signature: 'foreign' }],
    ['userinfo of somebody else', { onlyUserinfo: true, userinfoSub: 's-2' }],
  ] as const)('does not let in with a token of %s [S-2]', async (_, spoilt) => {
    provider.spoilt = spoilt
    const { status, body } = await browser.signIn()
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, message: FAILED, result: null })
  })

  it('takes each return once, in time, and from the browser that began it [N-8]', async () => {
    const attempt = await browser.begun()
    const returned = browser.back(attempt)
    expect((await browser.login(returned, attempt.cookie)).body.success).toBe(true)
    // The provider would take the code again: it is the attempt that is used up.
    expect((await browser.login(browser.back(attempt), attempt.cookie)).body).toMatchObject({
      success: false,
      message: GONE,
    })

    const wrong = await browser.begun()
    const guessed = { ...browser.back(wrong), state: 'g'.repeat(43) }
    expect((await browser.login(guessed, wrong.cookie)).body.message).toBe(GONE)

    for (const cookie of ['', 'oidc_attempt=another', (await browser.begun()).cookie]) {
      const mine = await browser.begun()
      const stolen = await browser.login(browser.back(mine), cookie)
      expect(stolen.body).toMatchObject({
        success: false,
        message: '本次登录不是由当前浏览器发起的，请重新登录',
      })
    }

    const late = await browser.begun()
    test.clock.ahead += 10 * MINUTE + 1000
    expect((await browser.login(browser.back(late), late.cookie)).body.message).toBe(GONE)
  })

  it('takes no code of another attempt, and no return without one', async () => {
    const [one, other] = [await browser.begun(), await browser.begun()]
    const mixed = { ...browser.back(one), code: browser.back(other).code }
    // PKCE: the code belongs to the verifier of the other attempt.
    expect((await browser.login(mixed, one.cookie)).body).toMatchObject({ success: false, message: FAILED })
    const cancelled = await browser.begun()
    const { state } = browser.back(cancelled)
    expect((await browser.login({ state, error: 'access_denied' }, cancelled.cookie)).body.message).toBe(
      '统一认证登录已取消',
    )
    const elsewhere = await browser.begun()
    const answer = await browser.login(
      { ...browser.back(elsewhere), iss: 'https://evil.example' },
      elsewhere.cookie,
    )
    expect(answer.body).toMatchObject({ success: false, message: FAILED })
    for (const body of [{}, { state: 'x'.repeat(300) }, { state: 's', code: {} }])
      expect((await browser.login(body, '')).status, JSON.stringify(body)).toBe(400)
  })

  it('says that the provider is away, in time', async () => {
    const attempt = await browser.begun()
    const returned = browser.back(attempt)
    provider.state = 'down'
    expect((await browser.login(returned, attempt.cookie)).body).toMatchObject({
      success: false,
      message: '统一认证服务暂时无法访问，请稍后再试',
    })
    const silent = await browser.begun()
    const unheard = browser.back(silent)
    provider.state = 'silent'
    const began = Date.now()
    expect((await browser.login(unheard, silent.cookie)).body.message).toBe(
      '统一认证服务暂时无法访问，请稍后再试',
    )
    expect(Date.now() - began).toBeLessThan(8000)
  })

  it('knows people by their subject, whatever their name becomes', async () => {
    provider.person = { sub: 's-1', preferred_username: 'renamed' }
    expect((await browser.signIn()).body.result.userInfo.username).toBe('staff')
    provider.person = { sub: 's-2', preferred_username: 'staff' }
    expect((await browser.signIn()).body).toMatchObject({
      success: false,
      message: '该用户已绑定其他统一认证账号，请联系管理员',
    })
  })

  it('reads the name from userinfo where the token has none', async () => {
    provider.person = { sub: 's-3', preferred_username: 'designer' }
    provider.spoilt = { onlyUserinfo: true }
    expect((await browser.signIn()).body.result.userInfo.username).toBe('designer')
  })

  it('refuses whom nothing here knows, the frozen, and those without a name', async () => {
    for (const [person, message] of [
      [{ sub: 's-9', preferred_username: 'nobody_here' }, '该用户在本系统中不存在'],
      [{ sub: 's-9' }, '统一认证没有提供账号名，请联系管理员'],
      [{ sub: 's-9', preferred_username: ['admin'] }, '统一认证没有提供账号名，请联系管理员'],
    ] as const) {
      provider.person = person
      expect((await browser.signIn()).body, message).toMatchObject({ success: false, message })
    }
    await query("update platform.sys_user set status = 2 where username = 'staff'")
    provider.person = { sub: 's-1' }
    expect((await browser.signIn()).body).toMatchObject({ success: false, message: '该用户已冻结' })
    await query("update platform.sys_user set status = 1 where username = 'staff'")
  })

  it('closes for an address after its wrong returns, and for no other', async () => {
    const wrong = () => browser.login({ state: 'guessed', code: 'x' }, '', '10.8.8.8')
    for (let tries = 0; tries < 5; tries++) expect((await wrong()).body.message).toBe(GONE)
    expect((await wrong()).status).toBe(429)
    provider.person = { sub: 's-1' }
    expect((await browser.signIn()).body.success).toBe(true)
  })
})

describe('accounts of people from the provider', () => {
  let provider: TestProvider
  beforeAll(async () => {
    provider = await startTestProvider(CLIENT)
  })
  afterAll(() => provider.close())

  const started = async (env: Record<string, string>) => {
    const test = await createTestApp({
      env: {
        OIDC_ISSUER: provider.url,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        PUBLIC_URL: ORIGIN,
        ...env,
      },
    })
    return { test, ...browserOf(test, provider) }
  }

  it('are made where that is set, with the role of those who register', async () => {
    const { test, signIn } = await started({ OIDC_USER_CLAIM: 'login', OIDC_CREATE_USERS: '1' })
    try {
      provider.person = { sub: 'n-1', login: 'new.person', name: '新人' }
      const first = await signIn()
      expect(first.body.result.userInfo).toMatchObject({ username: 'new.person', realname: '新人' })
      const rights = await test.call(first.body.result.token, 'GET', RIGHTS)
      expect(rights.body.result).toMatchObject({ menu: [], auth: [], codeList: [] })
      expect((await signIn()).body.result.userInfo.id).toBe(first.body.result.userInfo.id)
      const byPassword = await test.call(null, 'POST', '/sys/login', { username: 'new.person', password: '' })
      expect(byPassword.body.success).toBe(false)

      provider.person = { sub: 'n-2', login: '<b>有空格 的名字</b>' }
      expect((await signIn()).body.message).toBe('统一认证的账号名不能用作本系统的用户账号，请联系管理员')
      await test.database.connections.writePool.query(
        "update platform.sys_user set del_flag = 1 where username = 'new.person'",
      )
      provider.person = { sub: 'n-1', login: 'new.person' }
      expect((await signIn()).body.message).toBe('该用户在本系统中不存在')
      provider.person = { sub: 'n-3', login: 'New.Person' }
      expect((await signIn()).body.message).toBe('用户账号已被占用，请稍后再试或联系管理员')
    } finally {
      await test.close()
    }
  })

  it('are linked by their owners where no claim names them; a provider may come up later', async () => {
    const { test, signIn, begin } = await started({})
    try {
      provider.state = 'down'
      expect((await begin()).body.message).toBe('统一认证服务暂时无法访问，请稍后再试')
      provider.state = 'up'
      provider.person = { sub: 'l-1', preferred_username: 'admin' }
      const first = await signIn()
      expect(first.body).toMatchObject({ success: false, message: expect.stringContaining('尚未绑定') })
      const staff = await test.signIn('staff')
      const bound = await test.call(staff, 'POST', '/sys/thirdLogin/bind', {
        token: first.body.result.bindToken,
        source: 'oidc',
      })
      expect(bound.body.success).toBe(true)
      expect((await signIn()).body.result.userInfo.username).toBe('staff')
    } finally {
      await test.close()
    }
  })
})
