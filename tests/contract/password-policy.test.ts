import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'

const DAY_MS = 24 * 3_600_000
const POLICY = { minLength: 10, kinds: 3, maxAgeDays: 30, history: 3, changeAfterReset: 'Y' }
const CHANGE = '/sys/user/updatePassword'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await test.app.settings.save('password', POLICY, 0, 'admin')
})
afterAll(() => test.close())

/** Changes the own password and signs in with it. */
async function change(token: string, oldpassword: string, password: string) {
  const body = { oldpassword, password, confirmpassword: password }
  return (await test.call(token, 'PUT', CHANGE, body)).body
}
const query = async (text: string, values: unknown[] = []) =>
  (await test.database.connections.writePool.query(text, values)).rows

describe('the policy of passwords', () => {
  it('says beforehand what is asked, also to strangers', async () => {
    const { body } = await test.call(null, 'GET', '/sys/user/passwordRules')
    const { changeAfterReset: _, ...asked } = POLICY
    expect(body.result).toEqual(asked)
  })

  it('refuses a change at the field, by length, kinds and what was used before', async () => {
    let old: string = TEST_PASSWORDS.staff
    const next = async (password: string) => change(await test.signIn('staff', old), old, password)
    expect(await next('Short-1')).toMatchObject({
      message: '密码至少10个字符',
      result: { field: 'password' },
    })
    expect(await next('only-small-letters')).toMatchObject({
      message: '密码须包含大写字母、小写字母、数字、符号中的至少3类',
      result: { field: 'password' },
    })
    expect(await change(await test.signIn('staff', old), 'wrong', 'Quiet-Heron-1')).toMatchObject({
      message: '旧密码输入错误!',
      result: { field: 'oldpassword' },
    })
    for (const password of ['Quiet-Heron-1', 'Quiet-Heron-2', 'Quiet-Heron-3']) {
      expect(await next(password)).toMatchObject({ success: true })
      old = password
    }
    expect(await next('Quiet-Heron-1')).toMatchObject({
      success: false,
      message: '不能与最近3次使用的密码相同',
      result: { field: 'password' },
    })
    // The fourth before it is free again.
    expect(await next('Quiet-Heron-4')).toMatchObject({ success: true })
    old = 'Quiet-Heron-4'
    expect(await next('Quiet-Heron-1')).toMatchObject({ success: true })
  })

  it('judges what administrators set by the same rules', async () => {
    const admin = await test.signIn('admin')
    const give = async (password: string) =>
      (await test.call(admin, 'PUT', '/sys/user/changePassword', { username: 'staff', password })).body
    expect(await give('Short-1')).toMatchObject({ success: false, message: '密码至少10个字符' })
    expect(await give('Quiet-Heron-1')).toMatchObject({ message: '不能与最近3次使用的密码相同' })
    const added = await test.call(admin, 'POST', '/sys/user/add', {
      username: 'policy_one',
      realname: '新人',
      password: 'lower-only-word',
    })
    expect(added.body).toMatchObject({ success: false })
    expect(added.body.message).toContain('至少3类')
  })

  it('asks for another password once it is too old, and then for no more', async () => {
    const old = TEST_PASSWORDS.designer
    await query(
      "update platform.sys_user set password_set_at = now() - interval '29 days' where username = 'designer'",
    )
    const state = async (password: string) => {
      const body = { username: 'designer', password }
      return (await test.call(null, 'POST', '/sys/login', body)).body.result.userInfo.mustChangePassword
    }
    expect(await state(old)).toBe(false)
    test.clock.ahead = 2 * DAY_MS
    expect(await state(old)).toBe(true)
    const token = await test.signIn('designer', old)
    expect((await test.call(token, 'GET', '/sys/user/list')).body.refusal).toBe('PASSWORD_CHANGE')
    expect(await change(token, old, 'Fresh-Meadow-7')).toMatchObject({ success: true })
    expect(await state('Fresh-Meadow-7')).toBe(false)
    test.clock.ahead = 0
  })

  it('tells what was used before to the owner of a reset alone', async () => {
    const { body } = await test.call(null, 'POST', '/sys/user/passwordChange', {
      phone: '13800138000',
      username: 'staff',
      smscode: 'none',
      password: 'Quiet-Heron-1',
    })
    expect(body).toMatchObject({ success: false, message: '验证已失效，请重新验证手机号' })
  })
})
