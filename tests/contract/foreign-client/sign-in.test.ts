import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'
import { createForeignClient, encrypted, type ForeignClient, signedIn } from './client.ts'

/** Puts a known text in the place of the drawn one, which only a person can read. */
async function giveCaptcha(test: TestApp, key: string, text: string): Promise<void> {
  const hash = createHash('sha256')
    .update(JSON.stringify(['captcha', key, text]))
    .digest('hex')
  await test.database.connections.writePool.query(
    `update platform.sys_one_time_secret set secret_hash = $2 where kind = 'captcha' and subject = $1`,
    [key, hash],
  )
}

const body = (username: keyof typeof TEST_PASSWORDS, more: object = {}) => ({
  username,
  password: encrypted(TEST_PASSWORDS[username]),
  captcha: 'abcd',
  checkKey: '1763800000000',
  loginOrgCode: '',
  ...more,
})

describe('the sign-in of the 3.x client', () => {
  let test: TestApp
  let staff: ForeignClient
  beforeAll(async () => {
    test = await createTestApp()
    staff = await signedIn(test, 'staff')
  })
  afterAll(() => test.close())

  it('takes its encrypted password and answers a number as code', async () => {
    const client = createForeignClient(test)
    const answer = await client.call('POST', '/sys/login', body('staff'))
    expect(answer).toMatchObject({ isSuccess: true, code: 200, toast: '登录成功' })
    expect(answer.result).toMatchObject({ token: expect.any(String), userInfo: { username: 'staff' } })
    const wrong = await client.call('POST', '/sys/login', body('staff', { password: encrypted('wrong') }))
    expect(wrong).toMatchObject({ isSuccess: false, error: '用户名或密码错误', code: 500 })
    expect(
      await client.call('POST', '/sys/login', body('staff', { password: TEST_PASSWORDS.staff })),
    ).toMatchObject({ isSuccess: true })
  })

  it('is no other for the specified client: plain password, the text 200', async () => {
    const plain = { username: 'staff', password: TEST_PASSWORDS.staff }
    expect((await test.call(null, 'POST', '/sys/login', plain)).body).toMatchObject({ code: '200' })
    const sealed = { username: 'staff', password: encrypted(TEST_PASSWORDS.staff) }
    expect((await test.call(null, 'POST', '/sys/login', sealed)).body).toMatchObject({
      success: false,
      message: '用户名或密码错误',
    })
  })

  it('begins with a picture and the departments to choose from', async () => {
    const client = createForeignClient(test)
    const picture = await client.get('/sys/randomImage/1763800000000')
    expect(picture.isSuccess).toBe(true)
    expect(picture.result).toMatch(/^data:image\/svg\+xml;base64,/)
    const departs = await client.call('POST', '/sys/loginGetUserDeparts', {
      ...body('staff'),
      loginType: 'username',
    })
    expect(departs).toMatchObject({ isSuccess: true, toast: '' })
    expect(departs.result.departs.length).toBeGreaterThan(0)
    expect(departs.result.departs).toContainEqual(
      expect.objectContaining({ orgCode: departs.result.currentOrgCode, departName: expect.any(String) }),
    )
    const guess = await client.call(
      'POST',
      '/sys/loginGetUserDeparts',
      body('staff', { password: encrypted('guess') }),
    )
    expect(guess).toMatchObject({ isSuccess: false, error: '用户名或密码错误', result: null })
  })

  it('begins in the department that was chosen, if it is one of the own', async () => {
    const { writePool } = test.database.connections
    await writePool.query(
      `insert into platform.sys_user_depart (id, user_id, dep_id)
         select 'second', u.id, d.id from platform.sys_user u, platform.sys_depart d
         where u.username = 'staff' and d.tenant_id = 1 and d.parent_id is null
           and d.id not in (select dep_id from platform.sys_user_depart ud where ud.user_id = u.id) limit 1`,
    )
    const client = createForeignClient(test)
    const { result } = await client.call('POST', '/sys/loginGetUserDeparts', body('staff'))
    expect(result.departs.length).toBeGreaterThan(1)
    for (const { orgCode } of result.departs) {
      const answer = await client.call('POST', '/sys/login', body('staff', { loginOrgCode: orgCode }))
      expect(answer.result.userInfo.orgCode).toBe(orgCode)
    }
    const { userInfo } = (await client.call('POST', '/sys/login', body('staff', { loginOrgCode: 'Z99' })))
      .result
    expect(userInfo.orgCode).not.toBe('Z99')
  })

  it('goes on with the own account, without a toast', async () => {
    const own = await staff.get('/sys/user/getUserInfo')
    expect(own).toMatchObject({ isSuccess: true, toast: '' })
    expect(own.result.userInfo).toMatchObject({
      username: 'staff',
      realname: '张晓雯',
      homePath: '/dashboard/analysis',
      roles: [{ value: 'staff', roleName: expect.any(String) }],
      loginTenantId: 1,
    })
    expect(own.result.sysAllDictItems.sex.map((item: { text: string }) => item.text)).toEqual(['男', '女'])
    const check = await staff.get('/sys/user/verifyIzDefaultPwd')
    expect(check.toast).toBe('no')
  })

  it('ends with a session: afterwards it is signed out by HTTP 401', async () => {
    const client = await signedIn(test, 'designer')
    expect(await client.get('/sys/logout')).toMatchObject({ isSuccess: true, toast: '退出登录成功！' })
    expect(await client.get('/sys/user/getUserInfo')).toMatchObject({ status: 401, code: 401 })
  })

  it('opens an account that was tried too often by the text of the picture', async () => {
    const client = createForeignClient(test)
    const login = (more: object) => client.call('POST', '/sys/login', body('admin', more))
    for (let tries = 0; tries < 5; tries++) await login({ password: encrypted('guess') })
    expect(await login({})).toMatchObject({ isSuccess: false, code: 412, status: 200 })
    await client.get('/sys/randomImage/1763800000000')
    await giveCaptcha(test, '1763800000000', 'abcd')
    expect(await login({ captcha: 'ABCD' })).toMatchObject({ isSuccess: true })
  })
})

describe('the captcha picture, switched on', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ env: { CAPTCHA: '1' } })
  })
  afterAll(() => test.close())

  it('is needed for every sign-in of that client, once each, and for no other', async () => {
    const client = createForeignClient(test)
    expect(await client.call('POST', '/sys/login', body('staff'))).toMatchObject({
      code: 412,
      error: '验证码错误',
    })
    await client.get('/sys/randomImage/1763800000000')
    await giveCaptcha(test, '1763800000000', 'abcd')
    expect(await client.call('POST', '/sys/login', body('staff'))).toMatchObject({ isSuccess: true })
    expect(await client.call('POST', '/sys/login', body('staff'))).toMatchObject({ code: 412 })
    expect(await test.signIn('staff')).toEqual(expect.any(String))
  })
})

describe('the dialect, switched off', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ env: { DIALECT_V3: '0' } })
  })
  afterAll(() => test.close())

  it('is not spoken: that client is answered like every other', async () => {
    const client = createForeignClient(test)
    expect(await client.call('POST', '/sys/login', body('staff'))).toMatchObject({
      error: '用户名或密码错误',
    })
    const plain = await client.call('POST', '/sys/login', body('staff', { password: TEST_PASSWORDS.staff }))
    expect(plain).toMatchObject({ isSuccess: false, code: '200' })
    expect(await client.get('/sys/no/such/path')).toMatchObject({ status: 404 })
  })
})
