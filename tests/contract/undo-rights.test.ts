import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('a change of rights is taken back from its line of the log', () => {
  let test: TestApp
  let admin = ''
  let role = ''
  let menus: { id: string; perms: string }[] = []
  const query = (text: string, values: unknown[] = []) =>
    test.database.connections.writePool.query(text, values)
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    token = admin,
  ) => (await test.call(token, method, url, body)).body

  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    role = (await call('POST', '/sys/role/add', { roleCode: 'undone', roleName: '可撤销' })).result
    menus = (await query("select id, perms from platform.sys_permission where perms ~ '^online:expo:'")).rows
  })
  afterAll(() => test.close())

  /** The newest line of the log, once it is written. */
  async function newest(): Promise<{ id: string; undoable: string | null; logContent: string }> {
    await test.app.events.settled()
    const list = '/online/cgform/api/getData/sys_log?pageSize=1&logType=2'
    return (await call('GET', list)).result.records[0]
  }
  const undo = (id: string, token = admin) =>
    call('POST', '/online/action/sys_log/undo', { ids: [id] }, token)
  const held = async (id = role): Promise<string[]> =>
    (await call('GET', `/sys/permission/queryRolePermission?roleId=${id}`)).result
  const grant = (roleId: string, last: readonly string[], wanted: readonly string[]) =>
    call('POST', '/sys/permission/saveRolePermission', {
      roleId,
      permissionIds: wanted.join(','),
      lastpermissionIds: last.join(','),
    })
  const idsOf = (...ends: string[]) =>
    menus.filter(({ perms }) => ends.some((end) => perms.endsWith(end))).map(({ id }) => id)

  it('menus of a role come back, with the data rules that went with them', async () => {
    const [list = ''] = idsOf(':list')
    await grant(role, [], idsOf(':list', ':add'))
    await query(
      `insert into platform.sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value)
       values ('undo-rule', $1, '无', 'name', '=', 'x')`,
      [list],
    )
    const rules = { permissionId: list, roleId: role, dataRuleIds: 'undo-rule' }
    expect((await call('POST', '/sys/role/datarule', rules)).success).toBe(true)
    const before = (await held()).sort()
    await grant(role, before, idsOf(':add'))
    expect(await held()).toEqual(idsOf(':add'))

    const line = await newest()
    expect(line.undoable).toBe('Y')
    expect(await undo(line.id)).toMatchObject({ success: true, message: '已撤销' })
    expect((await held()).sort()).toEqual(before)
    const { result } = await call('GET', `/sys/role/datarule/${list}/${role}`)
    expect(result.drChecked).toBe('undo-rule')

    // It stands in the log itself, with before and after, and can be taken back in turn.
    const own = await newest()
    expect(own).toMatchObject({ undoable: 'Y', logContent: expect.stringContaining('撤销') })
    expect((await undo(own.id)).success).toBe(true)
    expect(await held()).toEqual(idsOf(':add'))
  })

  it('is refused after a further change, and leaves that alone', async () => {
    await grant(role, await held(), idsOf(':list'))
    const line = await newest()
    await grant(role, await held(), idsOf(':list', ':edit'))
    const answer = await undo(line.id)
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('又有更改') })
    expect((await held()).sort()).toEqual(idsOf(':list', ':edit').sort())
  })

  it('data rules, columns and row rules of a role', async () => {
    const [list = ''] = idsOf(':list')
    await grant(role, await held(), [list])
    const rules = (dataRuleIds: string) =>
      call('POST', '/sys/role/datarule', { permissionId: list, roleId: role, dataRuleIds })
    const checked = async () => (await call('GET', `/sys/role/datarule/${list}/${role}`)).result.drChecked
    await rules('undo-rule')
    await rules('')
    expect((await undo((await newest()).id)).success).toBe(true)
    expect(await checked()).toBe('undo-rule')
    // A rule that was disabled meanwhile comes back, too.
    await rules('')
    await query("update platform.sys_permission_data_rule set status = '0' where id = 'undo-rule'")
    expect(await undo((await newest()).id)).toMatchObject({ success: true })
    expect(await checked()).toBe('undo-rule')

    const columns = async (): Promise<string[]> =>
      (await call('GET', `/sys/role/formGrants/expo_exhibition/${role}`)).result.granted
    const body = { roleId: role, form: 'expo_exhibition', last: [], granted: ['visible:fee', 'row:mine'] }
    expect((await call('POST', '/sys/role/formGrants', body)).success).toBe(true)
    expect(await columns()).toEqual(['row:mine', 'visible:fee'])
    expect((await undo((await newest()).id)).success).toBe(true)
    expect(await columns()).toEqual([])
  })

  it('roles and freezing of a user, at once in force, and the last administrator stays', async () => {
    const { rows } = await query("select id from platform.sys_user where username = 'staff'")
    const id = rows[0]?.id
    const roles = async () =>
      (await call('GET', `/online/cgform/api/form/sys_user/${id}`)).result.selectedroles as string
    const before = await roles()
    await call('POST', '/sys/user/addSysUserRole', { roleId: role, userIdList: [id] })
    expect(await roles()).toContain(role)
    expect((await undo((await newest()).id)).success).toBe(true)
    expect(await roles()).toBe(before)

    await call('PUT', '/sys/user/frozenBatch', { ids: id, status: 2 })
    await expect(test.signIn('staff')).rejects.toThrow()
    expect((await undo((await newest()).id)).success).toBe(true)
    await test.signIn('staff')

    // Given the administrator's role, then the only one left: taking it back would leave none.
    const { rows: found } = await query(
      "select id from platform.sys_role where role_code = 'admin' and tenant_id = 1",
    )
    await call('POST', '/sys/user/addSysUserRole', { roleId: found[0]?.id, userIdList: [id] })
    const line = await newest()
    await query(
      `delete from platform.sys_user_role where role_id = $1 and user_id <> $2 and user_id <> (
         select id from platform.sys_user where username = 'admin')`,
      [found[0]?.id, id],
    )
    await query("update platform.sys_user set status = 2 where username = 'admin'")
    await test.app.sessions.rightsChanged()
    const staff = await test.signIn('staff')
    const answer = await undo(line.id, staff)
    expect(answer.success, JSON.stringify(answer)).toBe(false)
    expect(answer.message).toContain('至少保留一名可用的管理员')
    await query("update platform.sys_user set status = 1 where username = 'admin'")
    await test.app.sessions.rightsChanged()
    admin = await test.signIn('admin')
    expect((await undo(line.id)).success).toBe(true)
  })

  it('departments in charge of a user, whose list of own departments follows', async () => {
    const { rows } = await query("select id from platform.sys_user where username = 'staff'")
    const { rows: departs } = await query(
      "select id, org_code as code from platform.sys_depart where tenant_id = 1 and org_code in ('A01', 'A01A02') order by 2",
    )
    const [all, own] = departs.map(({ id }) => String(id))
    const user = async () => (await call('GET', `/online/cgform/api/form/sys_user/${rows[0]?.id}`)).result
    const charge = async (departIds: string | null) =>
      expect(
        await call('PUT', '/sys/user/edit', { ...(await user()), userIdentity: 2, departIds }),
      ).toMatchObject({ success: true })
    const staff = await test.signIn('staff')
    const inCharge = async () => {
      const { result } = await call('GET', '/sys/sysDepart/queryMyDeptTreeList', undefined, staff)
      return ((result ?? []) as { orgCode: string }[]).map(({ orgCode }) => orgCode)
    }
    await charge(own ?? '')
    expect(await inCharge()).toEqual(['A01A02'])
    await charge(all ?? '')
    const line = await newest()
    expect(line.undoable).toBe('Y')
    expect(await inCharge()).toEqual(['A01'])
    expect((await undo(line.id)).success).toBe(true)
    expect(await user()).toMatchObject({ departIds: own, userIdentity: 2 })
    expect(await inCharge()).toEqual(['A01A02'])
    // Once taken back it is not taken back again.
    expect((await undo(line.id)).success).toBe(false)
  })

  it('what a department lost comes back with what its roles lost', async () => {
    const { rows } = await query(
      'select id from platform.sys_depart where tenant_id = 1 and del_flag = 0 limit 1',
    )
    const departId = rows[0]?.id
    const [list = ''] = idsOf(':list')
    const droleBody = { departId, roleName: '部门员工', roleCode: 'undone_dr' }
    const drole = (await call('POST', '/sys/sysDepartRole/add', droleBody)).result
    const departGrant = (permissionIds: string, lastpermissionIds: string) =>
      call('POST', '/sys/permission/saveDepartPermission', { departId, permissionIds, lastpermissionIds })
    await departGrant(list, '')
    await call('POST', '/sys/sysDepartPermission/saveDeptRolePermission', {
      roleId: drole,
      permissionIds: list,
      lastpermissionIds: '',
    })
    const heldBy = async () =>
      (
        await query('select permission_id from platform.sys_depart_role_permission where role_id = $1', [
          drole,
        ])
      ).rows.length
    expect(await heldBy()).toBe(1)
    await departGrant('', list)
    expect(await heldBy()).toBe(0)
    expect((await undo((await newest()).id)).success).toBe(true)
    expect(await heldBy()).toBe(1)
  })

  it('needs its right, the right to the change itself, and the line of one’s own tenant', async () => {
    await grant(role, await held(), idsOf(':list', ':add', ':edit'))
    const line = await newest()
    const { rows } = await query(
      "select id from platform.sys_permission where perms in ('system:log:list', 'system:log:undo')",
    )
    const keeper = (await call('POST', '/sys/role/add', { roleCode: 'log_keeper', roleName: '看日志' }))
      .result
    await grant(
      keeper,
      [],
      rows.map(({ id }) => id),
    )
    const user = {
      username: 'log_keeper',
      realname: '日志',
      password: 'a-Quiet-Meadow-7',
      selectedroles: keeper,
    }
    await call('POST', '/sys/user/add', user)
    await query("update platform.sys_user set must_change_password = false where username = 'log_keeper'")
    await test.app.sessions.rightsChanged()
    const token = await test.signIn('log_keeper', 'a-Quiet-Meadow-7')
    expect(await undo(line.id, token)).toMatchObject({ success: false, refusal: 'FORBIDDEN' })
    // With the right to grant, but not to give what one does not hold.
    await query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid(), $1, id from platform.sys_permission where perms = 'system:role:grant'`,
      [keeper],
    )
    await test.app.sessions.rightsChanged()
    expect(await undo(line.id, token)).toMatchObject({ success: false, refusal: 'FORBIDDEN' })
    expect((await held()).length).toBe(3)

    // An administrator of another tenant neither sees the line nor takes it back.
    await query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await query(`insert into platform.sys_role (id, role_name, role_code, tenant_id)
      values ('admin2', '管理员', 'admin', 2)`)
    await query(`insert into platform.sys_user_tenant (user_id, tenant_id)
      select id, 2 from platform.sys_user where username = 'admin'`)
    await query(`insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
      select 'admin2', id, 'admin2', 2 from platform.sys_user where username = 'admin'`)
    await test.app.sessions.rightsChanged()
    const there = { headers: { 'tenant-id': '2' } }
    const asked = { ids: [line.id] }
    const answer = await test.call(admin, 'POST', '/online/action/sys_log/undo', asked, there)
    expect(answer.body).toMatchObject({ success: false, refusal: 'NOT_FOUND' })
    expect((await held()).length).toBe(3)
    expect(await undo(line.id)).toMatchObject({ success: true })
  })

  it('is not offered where nothing of rights was changed', async () => {
    await call('POST', '/sys/role/add', { roleCode: 'plain', roleName: '平常' })
    const line = await newest()
    expect(line.undoable).toBeNull()
    expect((await undo(line.id)).success).toBe(false)
  })
})
