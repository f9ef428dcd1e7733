import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'

const RIGHTS = '/sys/permission/getUserPermissionByToken'
const HOUR = 3_600_000

describe('the first call after the end of a session says why it ended', () => {
  let test: TestApp
  let admin: string
  let userId: string
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    const { body } = await test.call(admin, 'GET', '/sys/user/list?username=designer')
    userId = body.result.records[0].id
  })
  afterAll(() => test.close())

  const why = async (token: string) => {
    const { status, body } = await test.call(token, 'GET', RIGHTS)
    expect(status).toBe(401)
    return body.result
  }
  const act = async (path: string, input?: object) =>
    expect((await test.call(admin, 'POST', path, { ids: [userId], input })).body).toMatchObject({
      success: true,
    })

  it('a frozen account, and a thawed one where the token is tried later', async () => {
    const token = await test.signIn('designer')
    await act('/online/action/sys_user/freeze')
    expect(await why(token)).toEqual({ ended: 'frozen' })
    await act('/online/action/sys_user/thaw')
    expect(await why(token)).toEqual({ ended: 'frozen' })
  })

  it('an administrator who ends it, the user on another device, and too many devices', async () => {
    const ended = await test.signIn('designer')
    await test.call(admin, 'POST', '/sys/user/endSessions', { userId })
    expect(await why(ended)).toEqual({ ended: 'forced' })
    const [here, there] = [await test.signIn('designer'), await test.signIn('designer')]
    await test.call(here, 'POST', '/sys/user/endOwnSessions', {})
    expect(await why(there)).toEqual({ ended: 'elsewhere' })
    expect((await test.call(here, 'GET', RIGHTS)).status).toBe(200)
  })

  it('a new password, of one’s own or given by an administrator', async () => {
    const token = await test.signIn('designer')
    const other = await test.signIn('designer')
    const password = 'another-Design-2'
    const change = { username: 'designer', oldpassword: TEST_PASSWORDS.designer, password }
    await test.call(token, 'PUT', '/sys/user/updatePassword', { ...change, confirmpassword: password })
    expect(await why(other)).toEqual({ ended: 'password' })
    const next = await test.signIn('designer', password)
    await test.call(admin, 'PUT', '/sys/user/changePassword', {
      username: 'designer',
      password: 'given-Design-3',
      confirmPassword: 'given-Design-3',
    })
    expect(await why(next)).toEqual({ ended: 'passwordSet' })
  })

  it('time, and a tenant that the user was taken out of', async () => {
    const idle = await test.signIn('staff')
    test.clock.ahead += 3 * HOUR
    expect(await why(idle)).toEqual({ ended: 'idle' })
    const token = await test.signIn('staff')
    await test.database.connections.writePool.query(
      "delete from platform.sys_user_tenant where user_id = (select id from platform.sys_user where username = 'staff')",
    )
    await test.app.sessions.rightsChanged()
    expect(await why(token)).toEqual({ ended: 'tenant' })
  })

  it('nothing is said of a token that never was', async () => {
    expect(await why('x'.repeat(43))).toBeNull()
    expect(await why('x'.repeat(5000))).toBeNull()
  })
})
