import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD_CHANGE } from '#schemas/api/errors.ts'
import { API, createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'

/** What a page needs to ask for the new password. */
const ANSWERED = [
  'GET /sys/permission/getPermCode',
  'GET /sys/permission/getUserPermissionByToken',
  'GET /sys/secondFactor',
  'GET /sys/user/getCurrentUserDeparts',
  'GET /sys/user/getUserInfo',
  'GET /sys/user/verifyIzDefaultPwd',
  'POST /sys/secondFactor/begin',
  'POST /sys/secondFactor/codes',
  'POST /sys/secondFactor/confirm',
  'POST /sys/secondFactor/remove',
  'POST /sys/user/updatePassword',
  'PUT /sys/user/language',
  'PUT /sys/user/updatePassword',
]

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await test.database.connections.writePool.query(
    "update platform.sys_user set must_change_password = true where username = 'admin'",
  )
})
afterAll(() => test.close())

it('answers nothing but the own account until the password is changed, by whatever route [N-10]', async () => {
  const token = await test.signIn('admin')
  const answered: string[] = []
  for (const { method, url, access } of test.app.routes) {
    if (access === 'public') continue
    const path = url.replace(API, '')
    const address = url.replaceAll(/:(code|table)/g, 'expo').replaceAll(/:\w+/g, 'x')
    const answer = await test.call(token, method as 'GET', address, method === 'GET' ? undefined : {})
    if (answer.body?.refusal === PASSWORD_CHANGE) expect(answer.status).toBe(403)
    else answered.push(`${method} ${path}`)
  }
  expect(answered.sort()).toEqual(ANSWERED)
  const password = 'a-new-Word-7'
  const again = TEST_PASSWORDS.admin
  const same = { oldpassword: again, password: again, confirmpassword: again }
  expect((await test.call(token, 'PUT', '/sys/user/updatePassword', same)).body).toMatchObject({
    success: false,
    message: '新密码不能与旧密码相同',
  })
  const change = { oldpassword: TEST_PASSWORDS.admin, password, confirmpassword: password }
  expect((await test.call(token, 'PUT', '/sys/user/updatePassword', change)).body.success).toBe(true)
  const fresh = await test.signIn('admin', password)
  expect((await test.call(fresh, 'GET', '/sys/user/list')).status).toBe(200)
})

it('lets the user sign out', async () => {
  await test.database.connections.writePool.query(
    "update platform.sys_user set must_change_password = true where username = 'staff'",
  )
  const token = await test.signIn('staff')
  expect((await test.call(token, 'GET', '/sys/user/list')).body.refusal).toBe(PASSWORD_CHANGE)
  expect((await test.call(token, 'POST', '/sys/logout', {})).body.success).toBe(true)
  expect((await test.call(token, 'GET', '/sys/user/getCurrentUserDeparts')).status).toBe(401)
})
