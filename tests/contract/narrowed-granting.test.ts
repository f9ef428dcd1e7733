import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const PASSWORD = 'a-Quiet-Meadow-7'
const RULE = 'nothing-at-all'

/** What both suites do with the application of theirs. */
function keepingOf(app: () => TestApp) {
  const query = (text: string, values: unknown[] = []) =>
    app().database.connections.writePool.query(text, values)
  const userBody = (username: string, selectedroles: string) => ({
    username,
    realname: username,
    password: PASSWORD,
    selectedroles,
  })
  return {
    query,
    userBody,
    addRole: async (token: string, roleCode: string): Promise<string> =>
      (await app().call(token, 'POST', '/sys/role/add', { roleCode, roleName: `角色 ${roleCode}` })).body
        .result,
    addUser: async (token: string, name: string, roles: string): Promise<string> =>
      (await app().call(token, 'POST', '/sys/user/add', userBody(name, roles))).body.result,
    signIn: async (name: string) => {
      await query('update platform.sys_user set must_change_password = false where username = $1', [name])
      await app().app.sessions.rightsChanged()
      return app().signIn(name, PASSWORD)
    },
    save: (token: string, roleId: string, last: readonly string[], wanted: readonly string[]) =>
      app().call(token, 'POST', '/sys/permission/saveRolePermission', {
        roleId,
        permissionIds: wanted.join(','),
        lastpermissionIds: last.join(','),
      }),
  }
}

/** Somebody who keeps users and roles, whose rows of the exhibitions a data rule narrows to none. */
describe('whoever sees some rows only', () => {
  let test: TestApp
  const { query, userBody, addRole, addUser, signIn, save } = keepingOf(() => test)
  let admin = ''
  let keeper = ''
  let keeperId = ''
  let menu = ''
  let role = ''
  let kept: string[] = []

  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    const { rows } = await query(
      `select id, perms from platform.sys_permission where perms = 'online:expo:list' or perms ~ '^system:(user|role):'`,
    )
    menu = rows.find(({ perms }) => perms === 'online:expo:list')?.id
    kept = rows.map(({ id }) => id as string)
    await query(
      `insert into platform.sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value)
       values ($1, $2, '无', 'name', '=', '没有这样的展会')`,
      [RULE, menu],
    )
    role = await addRole(admin, 'keeper')
    await save(admin, role, [], kept)
    expect((await setRules(admin, role, RULE)).body.success).toBe(true)
    keeperId = await addUser(admin, 'keeper', role)
    keeper = await signIn('keeper')
  })
  afterAll(() => test.close())

  const setRules = (token: string, roleId: string, dataRuleIds: string) =>
    test.call(token, 'POST', '/sys/role/datarule', { permissionId: menu, roleId, dataRuleIds })
  const seen = async (token: string): Promise<number> =>
    (await test.call(token, 'GET', '/online/cgform/api/getData/expo')).body.result.total
  const setOwnRoles = async (...roles: string[]) =>
    (
      await test.call(keeper, 'PUT', '/sys/user/edit', {
        id: keeperId,
        username: 'keeper',
        realname: 'keeper',
        selectedroles: roles.join(','),
      })
    ).body

  it('does not lift the own rule, nor takes and gives the menu without it [A-8]', async () => {
    expect(await seen(keeper)).toBe(0)
    expect((await setRules(keeper, role, '')).status).toBe(403)
    const without = kept.filter((id) => id !== menu)
    expect((await save(keeper, role, kept, without)).status).toBe(403)
    expect(await seen(keeper)).toBe(0)
    expect((await setRules(keeper, role, RULE)).body.success).toBe(true)
  })

  it('gives the menu with the rule, to a role that may then be given [A-8]', async () => {
    const narrow = await addRole(keeper, 'narrow')
    expect((await save(keeper, narrow, [], [menu])).body.success).toBe(true)
    expect((await setRules(keeper, narrow, '')).status).toBe(403)
    await addUser(keeper, 'narrow', narrow)
    expect(await seen(await signIn('narrow'))).toBe(0)
  })

  it('does not give a role that shows more, keep its users, or give up the role that narrows [A-8]', async () => {
    const wide = await addRole(admin, 'wide')
    await save(admin, wide, [], [menu])
    const refusal = { success: false, message: expect.stringContaining('拥有您没有的权限') }
    expect(await setOwnRoles(role, wide)).toMatchObject(refusal)
    expect((await test.call(keeper, 'POST', '/sys/user/add', userBody('puppet', wide))).body).toMatchObject(
      refusal,
    )
    await addUser(admin, 'wide', wide)
    const password = { username: 'wide', password: 'another-Meadow-8' }
    expect((await test.call(keeper, 'PUT', '/sys/user/changePassword', password)).body).toMatchObject(refusal)

    await query(
      `insert into platform.sys_user_role (id, user_id, role_id, tenant_id) values ('both', $1, $2, 1)`,
      [keeperId, wide],
    )
    await test.app.sessions.rightsChanged()
    expect(await seen(keeper)).toBe(0)
    const own = { success: false, message: expect.stringContaining('限制了您自己的数据范围') }
    expect(await setOwnRoles(wide)).toMatchObject({ success: false })
    await save(admin, wide, [menu], [])
    expect(await setOwnRoles()).toMatchObject(own)
    expect((await test.call(keeper, 'DELETE', `/sys/role/delete?id=${role}`)).body).toMatchObject(own)
    expect(await seen(keeper)).toBe(0)
    // What does not touch the rule is as before.
    expect(await setOwnRoles(role)).toMatchObject({ success: true })
    expect((await setRules(admin, role, '')).body.success).toBe(true)
    expect(await seen(keeper)).toBeGreaterThan(0)
  })
})

/** The same, narrowed by a row rule of a form that shows all rows to whoever holds none of its rules. */
describe('whoever sees some rows only of a form that is open without a rule', () => {
  let test: TestApp
  const { query, userBody, addRole, addUser, signIn, save } = keepingOf(() => test)
  let folder = ''
  let admin = ''
  let keeper = ''
  let keeperId = ''
  let narrow = ''
  let wide = ''
  let menu = ''

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'expo-narrowed-'))
    const rules = [
      { code: 'mine', title: '本人', where: { field: 'create_by', rule: 'eq', val: '#{sys_user_code}' } },
    ]
    writeFileSync(
      join(folder, 'note.form.json'),
      JSON.stringify({
        kind: 'form',
        code: 'note',
        title: '便签',
        schema: { type: 'object', properties: { text: { type: 'string', title: '内容', view: 'text' } } },
        permissions: { rows: rules, unruled: 'all' },
      }),
    )
    writeFileSync(
      join(folder, 'note.menu.json'),
      JSON.stringify({ kind: 'menu', id: 'note', title: '便签', path: '/note', form: 'note' }),
    )
    test = await createTestApp({ dirs: ['schemas/pages', folder] })
    admin = await test.signIn('admin')
    const { rows } = await query(
      `select id, perms from platform.sys_permission
       where perms ~ '^online:note:list' or perms ~ '^system:(user|role):'`,
    )
    menu = rows.find(({ perms }) => perms === 'online:note:list')?.id
    const keeping = await addRole(admin, 'keeping')
    await save(
      admin,
      keeping,
      [],
      rows.map(({ id }) => id as string).filter((id) => id !== menu),
    )
    narrow = await addRole(admin, 'narrow')
    await save(admin, narrow, [], [menu])
    expect((await setRows(admin, narrow, [], ['row:mine'])).body.success).toBe(true)
    wide = await addRole(admin, 'wide')
    await save(admin, wide, [], [menu])
    keeperId = await addUser(admin, 'keeper', [keeping, narrow, wide].join(','))
    keeper = await signIn('keeper')
    await test.call(admin, 'POST', '/online/cgform/api/form/note', { text: '他人的' })
  })
  afterAll(async () => {
    await test.close()
    rmSync(folder, { recursive: true })
  })

  const setRows = (token: string, roleId: string, last: readonly string[], granted: readonly string[]) =>
    test.call(token, 'POST', '/sys/role/formGrants', { roleId, form: 'note', last, granted })
  const seen = async (token: string): Promise<number> =>
    (await test.call(token, 'GET', '/online/cgform/api/getData/note')).body.result.total

  it('makes no account that sees all rows, by no role that opens the form without the rule [A-8]', async () => {
    expect(await seen(keeper)).toBe(0)
    const refusal = { success: false, message: expect.stringContaining('拥有您没有的权限') }
    expect((await test.call(keeper, 'POST', '/sys/user/add', userBody('puppet', wide))).body).toMatchObject(
      refusal,
    )
    await addUser(admin, 'open', wide)
    const password = { username: 'open', password: 'another-Meadow-8' }
    expect((await test.call(keeper, 'PUT', '/sys/user/changePassword', password)).body).toMatchObject(refusal)
    await addUser(keeper, 'puppet', narrow)
    expect(await seen(await signIn('puppet'))).toBe(0)
  })

  it('gives the form with the rule to a role that an own account has already [A-8]', async () => {
    const empty = await addRole(keeper, 'empty')
    await addUser(keeper, 'waiting', empty)
    expect((await save(keeper, empty, [], [menu])).body.success).toBe(true)
    expect(await seen(await signIn('waiting'))).toBe(0)
    expect((await setRows(keeper, empty, ['row:mine'], [])).status).toBe(403)
  })

  it('does not give up the role that narrows, and sees no more in the end [A-8]', async () => {
    const own = { success: false, message: expect.stringContaining('限制了您自己的数据范围') }
    expect((await test.call(keeper, 'DELETE', `/sys/role/delete?id=${narrow}`)).body).toMatchObject(own)
    const { result } = (await test.call(admin, 'GET', `/sys/user/queryById?id=${keeperId}`)).body
    const without = String(result.selectedroles)
      .split(',')
      .filter((id) => id !== narrow)
    expect(
      (await test.call(keeper, 'PUT', '/sys/user/edit', { ...result, selectedroles: without.join(',') }))
        .body,
    ).toMatchObject(own)
    expect(await seen(keeper)).toBe(0)
    expect(await seen(admin)).toBe(1)
  })
})
