import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('a record tells its people’s names beside their accounts', async () => {
  const admin = await test.signIn('admin')
  const staff = await test.signIn('staff')
  const added = await test.call(admin, 'POST', '/online/cgform/api/form/expo', {
    name: '姓名展',
    start_date: '2026-05-01',
    end_date: '2026-05-02',
    venue: '一号馆',
  })
  expect(added.body).toMatchObject({ success: true, message: '添加成功！' })
  const { rows } = await test.database.connections.readPool.query(
    "select realname from platform.sys_user where username = 'admin'",
  )
  const read = await test.call(staff, 'GET', `/online/cgform/api/form/expo/${added.body.result}`)
  expect(read.body.result).toMatchObject({ create_by: 'admin', create_by_dictText: rows[0]?.realname })
  expect(rows[0]?.realname).not.toBe('admin')
})
