import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'

const STEP_MS = 30_000

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const query = async (text: string, values: unknown[] = []) =>
  (await test.database.connections.writePool.query(text, values)).rows
const codeOf = (key: string) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + test.clock.ahead })
const post = async (token: string | null, path: string, body: object) =>
  (await test.call(token, 'POST', path, body)).body

/** Sets a second factor up; answers its key and the recovery codes. */
async function setUp(token: string, password: string) {
  const { result } = await post(token, '/sys/secondFactor/begin', { password })
  const confirmed = await post(token, '/sys/secondFactor/confirm', { code: codeOf(result.key) })
  expect(confirmed).toMatchObject({ success: true, message: '二次验证已启用' })
  // A code works once: what comes next needs the one of another step.
  test.clock.ahead += STEP_MS
  return { key: result.key as string, codes: confirmed.result as string[] }
}
const firstStep = (username: 'staff' | 'designer' | 'admin') =>
  post(null, '/sys/login', { username, password: TEST_PASSWORDS[username] })

describe('a second factor', () => {
  it('is not in force when its recovery codes could not be stored', async () => {
    const token = await test.signIn('staff')
    const { result } = await post(token, '/sys/secondFactor/begin', { password: TEST_PASSWORDS.staff })
    await query("alter table platform.sys_recovery_code add constraint refused check (code_hash = '')")
    expect(await post(token, '/sys/secondFactor/confirm', { code: codeOf(result.key) })).toMatchObject({
      success: false,
    })
    await query('alter table platform.sys_recovery_code drop constraint refused')
    expect((await firstStep('staff')).success).toBe(true)
    expect(await query('select 1 from platform.sys_second_factor where confirmed_at is not null')).toEqual([])
    await query('delete from platform.sys_second_factor')
  })

  it('is set up with the password and a code, and asked for at the next sign-in', async () => {
    const token = await test.signIn('staff')
    expect(await post(token, '/sys/secondFactor/begin', { password: 'wrong' })).toMatchObject({
      success: false,
      message: '密码错误',
      result: { field: 'password' },
    })
    const begun = await post(token, '/sys/secondFactor/begin', { password: TEST_PASSWORDS.staff })
    expect(begun.result.uri).toContain(`secret=${begun.result.key}`)
    expect(await post(token, '/sys/secondFactor/confirm', { code: '000000' })).toMatchObject({
      success: false,
      result: { field: 'code' },
    })
    // Not in force before a code was shown.
    expect((await firstStep('staff')).success).toBe(true)
    const { key, codes } = await setUp(token, TEST_PASSWORDS.staff)
    expect(new Set(codes).size).toBe(10)
    const [kept] = await query('select sealed_key from platform.sys_second_factor')
    expect(kept.sealed_key).toMatch(/^v1\./)
    expect(kept.sealed_key).not.toContain(key)

    const asked = await firstStep('staff')
    expect(asked).toMatchObject({ success: false, message: '请输入动态验证码' })
    expect(asked.result.token).toBeUndefined()
    const wrong = await post(null, '/sys/secondFactor/login', {
      challenge: asked.result.secondFactor,
      code: '123456',
    })
    expect(wrong).toMatchObject({ success: false, message: '验证码错误或已使用' })
    // A challenge is for one try; the refusal brought the next one.
    const code = codeOf(key)
    expect(
      await post(null, '/sys/secondFactor/login', { challenge: asked.result.secondFactor, code }),
    ).toMatchObject({ success: false, message: '验证已超时，请重新登录' })
    const entered = await post(null, '/sys/secondFactor/login', {
      challenge: wrong.result.secondFactor,
      code,
    })
    expect(entered).toMatchObject({ success: true, code: '200' })
    expect((await test.call(entered.result.token, 'GET', '/sys/user/ownSessions')).status).toBe(200)
    // The same code again is worth nothing.
    const again = await firstStep('staff')
    expect(
      await post(null, '/sys/secondFactor/login', { challenge: again.result.secondFactor, code }),
    ).toMatchObject({ success: false })

    // A recovery code opens once.
    const [recovery = ''] = codes
    const enterBy = async (given: string) =>
      post(null, '/sys/secondFactor/login', {
        challenge: (await firstStep('staff')).result.secondFactor,
        code: given,
      })
    expect(await enterBy(recovery.toUpperCase())).toMatchObject({ success: true })
    expect(await enterBy(recovery)).toMatchObject({ success: false })
    const { result: state } = (await test.call(entered.result.token, 'GET', '/sys/secondFactor')).body
    expect(state).toEqual({ enabled: true, required: false, codesLeft: 9 })
  })

  it('closes for a while after five wrong codes, and opens again', async () => {
    await query('delete from platform.sys_login_failure')
    let challenge = (await firstStep('staff')).result.secondFactor
    for (let i = 0; i < 5; i++)
      challenge = (await post(null, '/sys/secondFactor/login', { challenge, code: '000000' })).result
        .secondFactor
    const closed = await test.call(null, 'POST', '/sys/secondFactor/login', { challenge, code: '000000' })
    expect(closed.status).toBe(429)
    expect(closed.body.message).toContain('分钟后再试')
    test.clock.ahead += 11 * 60_000
    expect((await firstStep('staff')).result.secondFactor).toBeTruthy()
  })

  it('is reset by an administrator with the right alone, and the log says so', async () => {
    const admin = await test.signIn('admin')
    const [{ id }] = await query("select id from platform.sys_user where username = 'staff'")
    const asked = { ids: [id], input: {} }
    await query(
      "insert into platform.sys_session (token_hash, user_id, tenant_id, created_at, seen_at, expires_at) values ('lost', $1, 1, now(), now(), now() + interval '1 hour')",
      [id],
    )
    const designer = await test.signIn('designer')
    expect((await test.call(designer, 'POST', '/online/action/sys_user/resetFactor', asked)).status).toBe(403)
    expect(await post(admin, '/online/action/sys_user/resetFactor', asked)).toMatchObject({ success: true })
    expect(await query("select 1 from platform.sys_session where token_hash = 'lost'")).toEqual([])
    expect(await firstStep('staff')).toMatchObject({ success: true })
    await test.app.events.settled()
    const lines = await query(
      "select username from platform.sys_log where log_content = '重置用户 staff 的二次验证'",
    )
    expect(lines).toEqual([{ username: 'admin' }])
  })

  it('that is set up, renewed or removed ends the sessions elsewhere, as another password does', async () => {
    const here = await test.signIn('staff')
    let elsewhere = await test.signIn('staff')
    const isIn = async (token: string) => (await test.call(token, 'GET', '/sys/secondFactor')).status === 200
    const { key } = await setUp(here, TEST_PASSWORDS.staff)
    expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false])
    const over = await test.call(elsewhere, 'GET', '/sys/secondFactor')
    expect(over.body.result).toEqual({ ended: 'secondFactor' })
    for (const change of ['codes', 'remove']) {
      const { result } = await firstStep('staff')
      const challenge = result.secondFactor
      const entered = await post(null, '/sys/secondFactor/login', { challenge, code: codeOf(key) })
      elsewhere = entered.result.token
      expect(await isIn(elsewhere)).toBe(true)
      test.clock.ahead += STEP_MS
      expect(await post(here, `/sys/secondFactor/${change}`, { code: codeOf(key) })).toMatchObject({
        success: true,
      })
      expect([await isIn(here), await isIn(elsewhere)], change).toEqual([true, false])
      test.clock.ahead += STEP_MS
    }
  })

  it('is the duty of the members of a role: nothing else is answered before', async () => {
    await query("update platform.sys_role set second_factor = 1 where role_code = 'designer'")
    await test.app.sessions.rightsChanged()
    const answer = await firstStep('designer')
    expect(answer.result.userInfo.mustSetSecondFactor).toBe(true)
    const { token } = answer.result
    expect((await test.call(token, 'GET', '/sys/user/list')).body).toMatchObject({ refusal: 'SECOND_FACTOR' })
    const { key } = await setUp(token, TEST_PASSWORDS.designer)
    expect((await test.call(token, 'GET', '/sys/user/list')).status).toBe(200)
    expect(await post(token, '/sys/secondFactor/remove', { code: codeOf(key) })).toMatchObject({
      message: '您的角色要求使用二次验证，不能关闭',
    })
    await query('update platform.sys_role set second_factor = 0')
    expect(await post(token, '/sys/secondFactor/remove', { code: codeOf(key) })).toMatchObject({
      success: true,
    })
    expect(await firstStep('designer')).toMatchObject({ success: true })
  })
})

describe('the own account', () => {
  it('is read and changed by its owner, in the fields that are the owner’s [s-system-usersetting]', async () => {
    const token = await test.signIn('staff')
    const edit = (body: object) => post(token, '/sys/user/login/setting/userEdit', body)
    expect(await edit({ realname: '  ' })).toMatchObject({
      message: '请输入用户姓名',
      result: { field: 'realname' },
    })
    expect(await edit({ email: 'nobody' })).toMatchObject({ result: { field: 'email' } })
    expect(await edit({ birthday: '2001-02-30' })).toMatchObject({ result: { field: 'birthday' } })
    expect(
      await edit({
        realname: '新名',
        email: 'staff@example.com',
        birthday: '2001-02-28',
        username: 'root',
        status: 2,
      }),
    ).toMatchObject({ success: true })
    const { result } = (await test.call(token, 'GET', '/sys/user/login/setting/getUserData')).body
    expect(result).toMatchObject({
      username: 'staff',
      realname: '新名',
      email: 'staff@example.com',
      birthday: '2001-02-28',
    })
    const other = await test.signIn('designer')
    expect(
      await post(other, '/sys/user/login/setting/userEdit', { email: 'STAFF@example.com' }),
    ).toMatchObject({ message: '邮箱已被其他用户使用' })
  })

  it('lists its sessions with their devices, and ends the others', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
    const login = await test.call(
      null,
      'POST',
      '/sys/login',
      { username: 'staff', password: TEST_PASSWORDS.staff },
      { headers: { 'user-agent': agent } },
    )
    const here = login.body.result.token
    const there = await test.signIn('staff')
    const list = async (token: string) => (await test.call(token, 'GET', '/sys/user/ownSessions')).body.result
    const own = (await list(here)).find(({ isOwn }: { isOwn: boolean }) => isOwn)
    expect(own).toMatchObject({ device: 'Chrome · Windows', address: '127.0.0.1' })
    expect((await test.call(here, 'POST', '/sys/user/endOwnSessions', { ids: [own.id] })).status).toBe(400)
    expect(await post(here, '/sys/user/endOwnSessions', {})).toMatchObject({ success: true })
    expect((await test.call(there, 'GET', '/sys/user/ownSessions')).status).toBe(401)
    expect(await list(here)).toHaveLength(1)
  })

  it('of a user is signed out everywhere by an administrator with the right, in the own tenant', async () => {
    const token = await test.signIn('staff')
    const admin = await test.signIn('admin')
    const designer = await test.signIn('designer')
    const [{ id: userId }] = await query("select id from platform.sys_user where username = 'staff'")
    expect((await test.call(designer, 'GET', `/sys/user/sessions?userId=${userId}`)).status).toBe(403)
    const { result } = (await test.call(admin, 'GET', `/sys/user/sessions?userId=${userId}`)).body
    expect(result.length).toBeGreaterThan(0)
    expect((await test.call(admin, 'GET', '/sys/user/sessions?userId=none')).status).toBe(404)
    expect(await post(admin, '/sys/user/endSessions', { userId })).toMatchObject({ success: true })
    expect((await test.call(token, 'GET', '/sys/user/ownSessions')).status).toBe(401)
  })
})
