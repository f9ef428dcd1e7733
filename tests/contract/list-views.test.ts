import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListSettings } from '#schemas/api/list-view.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

let test: TestApp
let admin = ''
let staff = ''
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  staff = await test.signIn('staff')
})
afterAll(() => test.close())

const SETTINGS: ListSettings = {
  columns: [
    { field: 'city', width: 300, fixed: 'left' },
    { field: 'name', hidden: true },
  ],
  density: 'small',
  rowNumbers: true,
}
const keep = (token: string, form: string, body: object) =>
  test.call(token, 'PUT', `/online/view/${form}/own`, body)
const page = async (token: string, code: string) =>
  (await test.call(token, 'GET', `/online/document/${code}`)).body.result
const own = async (token: string, code: string) => (await page(token, code)).views.own

describe('how a user set a list up', () => {
  it('comes with its page, for this user and this page alone, and goes when it is reset', async () => {
    expect((await page(admin, 'expo')).views).toEqual({ page: 'expo', own: {}, saved: {}, mayShare: true })
    const { version } = await page(admin, 'expo')
    expect((await keep(admin, 'expo', { settings: SETTINGS })).body).toMatchObject({ success: true })
    await keep(admin, 'expo', { settings: { ...SETTINGS, rowNumbers: false } })
    expect(await own(admin, 'expo')).toEqual({ expo: { ...SETTINGS, rowNumbers: false } })
    // The page itself is the same: it must not be drawn anew for a column that was dragged.
    expect((await page(admin, 'expo')).version).toBe(version)
    expect(await own(staff, 'expo')).toEqual({})
    expect(await own(admin, 'expo_exhibition')).toEqual({})
    await test.call(admin, 'DELETE', '/online/view/expo/own')
    expect(await own(admin, 'expo')).toEqual({})
  })

  it('is another one where the form stands on another page', async () => {
    await keep(admin, 'expo_contact', { page: 'expo_exhibition', settings: SETTINGS })
    expect(await own(admin, 'expo_exhibition')).toEqual({ expo_contact: SETTINGS })
    expect((await keep(admin, 'expo_contact', { page: 'no_such', settings: SETTINGS })).status).toBe(404)
    await test.call(admin, 'DELETE', '/online/view/expo_contact/own?page=expo_exhibition')
    expect(await own(admin, 'expo_exhibition')).toEqual({})
  })

  it('does not tell of a column that its user may not see any more [perm-13]', async () => {
    const settings = { columns: [{ field: 'fee', width: 90 }, { field: 'name' }] }
    const sql = (text: string) => test.database.connections.writePool.query(text)
    await sql(`insert into platform.form_grant (role_id, form_code, kind, key)
      select id, 'expo_exhibition', 'visible', 'fee' from platform.sys_role where role_code = 'staff'
      on conflict do nothing`)
    await test.app.sessions.rightsChanged()
    await keep(staff, 'expo_exhibition', { settings })
    expect(await own(staff, 'expo_exhibition')).toEqual({ expo_exhibition: settings })
    await sql("delete from platform.form_grant where form_code = 'expo_exhibition' and key = 'fee'")
    await test.app.sessions.rightsChanged()
    expect(await own(staff, 'expo_exhibition')).toEqual({ expo_exhibition: { columns: [{ field: 'name' }] } })
  })

  it('is for those who may see the list', async () => {
    expect((await keep(staff, 'sys_user', { settings: SETTINGS })).status).toBe(403)
    expect((await test.call('', 'PUT', '/online/view/expo/own', { settings: SETTINGS })).status).toBe(401)
    expect((await keep(admin, 'no_such', { settings: SETTINGS })).status).toBe(404)
  })

  it('is refused where it is no such thing', async () => {
    const bad: unknown[] = [
      undefined,
      [],
      { columns: 'all' },
      { columns: [{ hidden: true }] },
      { columns: [{ field: 'name', width: 5 }] },
      { columns: [{ field: 'name', fixed: 'top' }] },
      { columns: [{ field: 'name', more: 1 }] },
      { columns: Array.from({ length: 501 }, (_, at) => ({ field: `f${at}` })) },
      { density: 'huge' },
      { other: true },
    ]
    for (const settings of bad) expect((await keep(admin, 'expo', { settings })).status).toBe(400)
    expect(await own(admin, 'expo')).toEqual({})
  })
})
