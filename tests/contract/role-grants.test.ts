import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PermissionNode } from '#schemas/api/role-grant.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('grants of roles', () => {
  let test: TestApp
  let admin: string
  let keeper: string
  let staffRole: string
  let ids: Record<string, string>

  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    const query = async (text: string, values: unknown[] = []) =>
      (await test.database.connections.writePool.query(text, values)).rows
    // Somebody who may grant, but does not hold everything himself; and a role of another tenant.
    await query("insert into platform.sys_tenant (id, name) values (7, '另一租户')")
    await query(`insert into platform.sys_role (id, role_name, role_code, tenant_id)
      values ('keeper', '授权人', 'keeper', 1), ('foreign', '他人', 'foreign', 7)`)
    await query(
      `insert into platform.sys_permission (id, name, menu_type, perms) values ('grant', '授权', 2, 'system:role:grant')`,
    )
    await query(
      `insert into platform.sys_role_permission (id, role_id, permission_id) values ('k1', 'keeper', 'grant')`,
    )
    await query(`insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
      select 'uk', id, 'keeper', 1 from platform.sys_user where username = 'designer'`)
    await test.app.sessions.rightsChanged()
    keeper = await test.signIn('designer')
    staffRole = (await query("select id from platform.sys_role where role_code = 'staff'"))[0]?.id
    const permissions = await query(
      'select id, perms from platform.sys_permission where perms is not null and menu_type = 2',
    )
    ids = Object.fromEntries(permissions.map(({ id, perms }) => [perms, id]))
  })
  afterAll(() => test.close())

  const held = async (role = staffRole): Promise<string[]> =>
    (await test.call(admin, 'GET', `/sys/permission/queryRolePermission?roleId=${role}`)).body.result
  const save = (token: string, role: string, last: readonly string[], wanted: readonly string[]) =>
    test.call(token, 'POST', '/sys/permission/saveRolePermission', {
      roleId: role,
      permissionIds: wanted.join(','),
      lastpermissionIds: `${last.join(',')},`,
    })

  it('the tree holds menus with their buttons below them, by either address [call-50]', async () => {
    const { treeList, ids: all } = (await test.call(admin, 'GET', '/sys/permission/queryTreeList')).body
      .result
    expect((await test.call(admin, 'GET', '/sys/role/queryTreeList')).body.result.ids).toEqual(all)
    const flat = (nodes: PermissionNode[]): PermissionNode[] =>
      nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
    const nodes = flat(treeList)
    expect(nodes.map(({ key }) => key).sort()).toEqual([...all].sort())
    const expo = nodes.find(({ form }) => form === 'expo')
    expect(expo?.children?.every(({ menuType, parentId }) => menuType === 2 && parentId === expo.key)).toBe(
      true,
    )
  })

  it('a right that is given holds at the next call, and one that is taken does so, too [call-51, call-55]', async () => {
    const staff = await test.signIn('staff')
    const remove = () => test.call(staff, 'DELETE', '/online/cgform/api/form/expo/nothing')
    expect((await remove()).status).toBe(403)
    const before = await held()
    const right = ids['online:expo:delete'] ?? ''
    expect(await save(admin, staffRole, before, [...before, right])).toMatchObject({
      body: { success: true, message: '保存成功！' },
    })
    expect((await remove()).status).not.toBe(403)
    expect((await save(admin, staffRole, [...before, right], before)).body.success).toBe(true)
    expect((await remove()).status).toBe(403)
    expect(await held()).toEqual(before)
  })

  it('what two people change at the same time is all kept [R-3]', async () => {
    const before = await held()
    const [one = '', two = ''] = [ids['online:expo:delete'], ids['online:expo_entry:delete']]
    const [first = ''] = before
    await save(admin, staffRole, before, [...before, one])
    await save(admin, staffRole, before, [...before.filter((id) => id !== first), two])
    expect([...(await held())].sort()).toEqual([...before.filter((id) => id !== first), one, two].sort())
    await save(admin, staffRole, await held(), before)
  })

  it('only rights that one holds oneself can be given or taken [A-8]', async () => {
    const before = await held()
    expect((await save(keeper, staffRole, before, [...before, ids['online:expo:delete'] ?? ''])).status).toBe(
      403,
    )
    expect((await save(keeper, staffRole, before, [])).status).toBe(403)
    expect((await save(keeper, staffRole, before, [...before, 'grant'])).body.success).toBe(true)
    await save(admin, staffRole, [...before, 'grant'], before)
  })

  it('roles of another tenant do not exist [A-6]', async () => {
    for (const answer of [
      await test.call(admin, 'GET', '/sys/permission/queryRolePermission?roleId=foreign'),
      await save(admin, 'foreign', [], [ids['online:expo:list'] ?? '']),
      await test.call(admin, 'GET', '/sys/role/datarule/grant/foreign'),
      await test.call(admin, 'GET', '/sys/role/formGrants/expo_exhibition/foreign'),
    ])
      expect(answer.status).toBe(404)
  })

  it('refuses a right that does not exist, and grants to the role that holds everything', async () => {
    const before = await held()
    expect((await save(admin, staffRole, before, [...before, 'nothing'])).status).toBe(400)
    const [adminRole] = (
      await test.database.connections.readPool.query(
        "select id from platform.sys_role where role_code = 'admin'",
      )
    ).rows
    expect((await save(admin, adminRole?.id, [], [])).status).toBe(400)
  })

  it('data rules of a menu are granted with it', async () => {
    const { writePool } = test.database.connections
    await writePool.query(`insert into platform.sys_permission_data_rule
      (id, permission_id, rule_name, rule_column, rule_conditions, rule_value) values ('r1', 'grant', '规则', 'name', '=', 'a')`)
    const rules = '/sys/role/datarule'
    expect(
      (await test.call(admin, 'GET', `${rules}/${ids['online:expo:add']}/${staffRole}`)).body,
    ).toMatchObject({
      success: false,
      message: '未找到权限配置信息',
    })
    const set = (ruleIds: string) =>
      test.call(admin, 'POST', rules, { permissionId: 'grant', roleId: staffRole, dataRuleIds: ruleIds })
    expect((await set('r1,')).body).toMatchObject({ success: false, message: '请先保存角色菜单权限!' })
    const before = await held()
    await save(admin, staffRole, before, [...before, 'grant'])
    expect((await set('r1,')).body).toMatchObject({ success: true, message: '保存成功!' })
    expect((await test.call(admin, 'GET', `${rules}/grant/${staffRole}`)).body.result).toMatchObject({
      datarule: [{ id: 'r1', ruleName: '规则' }],
      drChecked: 'r1',
    })
    expect((await set('other')).status).toBe(400)
    // A disabled rule is listed as such: what the list lacks, a save would take from the role.
    await writePool.query("update platform.sys_permission_data_rule set status = '0' where id = 'r1'")
    expect((await test.call(admin, 'GET', `${rules}/grant/${staffRole}`)).body.result).toMatchObject({
      datarule: [{ id: 'r1', status: '0' }],
      drChecked: 'r1',
    })
    expect((await set('r1')).body).toMatchObject({ success: true })
    await save(admin, staffRole, [...before, 'grant'], before)
  })

  it('columns and row rules of a document are granted on screen', async () => {
    const form = test.documents
      .entries()
      .map((entry) => entry.form)
      .find((one) => (one?.permissions.rows.length ?? 0) > 0)
    const url = `/sys/role/formGrants/${form?.code}/${staffRole}`
    const { choices, granted } = (await test.call(admin, 'GET', url)).body.result
    const rule = `row:${form?.permissions.rows[0]?.code}`
    expect(choices.map(({ kind, key }: { kind: string; key: string }) => `${kind}:${key}`)).toContain(rule)
    const change = (token: string, last: string[], wanted: string[]) =>
      test.call(token, 'POST', '/sys/role/formGrants', {
        form: form?.code,
        roleId: staffRole,
        last,
        granted: wanted,
      })
    const others = granted.filter((name: string) => name !== rule)
    expect(
      (await change(keeper, granted, others.length < granted.length ? others : [...granted, rule])).status,
    ).toBe(403)
    expect((await change(admin, granted, others)).body.success).toBe(true)
    expect((await change(admin, others, [...others, rule])).body.success).toBe(true)
    expect((await test.call(admin, 'GET', url)).body.result.granted).toContain(rule)
    expect((await change(admin, [], ['row:nothing'])).status).toBe(400)
  })

  it('a change of grants is told by names, and its two states are compared [screen-98]', async () => {
    const { readPool } = test.database.connections
    const role = (await readPool.query('select role_name from platform.sys_role where id = $1', [staffRole]))
      .rows[0].role_name
    const [button] = (
      await readPool.query(
        `select b.id, m.name || '-' || b.name as name from platform.sys_permission b
         join platform.sys_permission m on m.id = b.parent_id
         where b.menu_type = 2 and b.del_flag = 0 and b.perms = 'system:log:undo'`,
      )
    ).rows
    const before = await held()
    const wanted = before.includes(button.id)
      ? before.filter((id) => id !== button.id)
      : [...before, button.id]
    const word = before.includes(button.id) ? '取消' : '新增'
    // Several changes of one second: the newest is told of all the same.
    for (let round = 0; round < 3; round++) {
      await save(admin, staffRole, before, wanted)
      await save(admin, staffRole, wanted, before)
    }
    expect((await save(admin, staffRole, before, wanted)).body.success).toBe(true)
    await test.app.events.settled()
    const newest = '/online/cgform/api/getData/sys_log?pageSize=1&logType=2'
    const [line] = (await test.call(admin, 'GET', newest)).body.result.records
    expect(line.logContent).toBe(`修改角色“${role}”的授权：${word} ${button.name}`)

    const asked = `dataTable=sys_role_permission&dataId=${staffRole}`
    const versions = `/sys/dataLog/queryDataVerList?${asked}`
    const [after, found] = (await test.call(admin, 'GET', versions)).body.result
    expect(found.action).toBe('before')
    const compare = `/sys/dataLog/queryCompareList?dataId1=${found.id}&dataId2=${after.id}`
    const [left, right] = (await test.call(admin, 'GET', compare)).body.result
    const has = (version: { dataContent: string }) => button.id in JSON.parse(version.dataContent)
    expect([has(left), has(right)]).toEqual([before.includes(button.id), wanted.includes(button.id)])
    expect({ ...left.dataTitles, ...right.dataTitles }).toMatchObject({
      holder: '角色',
      [button.id]: button.name,
    })
    expect((await test.call(keeper, 'GET', compare)).status).toBe(403)
    await save(admin, staffRole, wanted, before)
  })

  it('every change of grants is in the operation log', async () => {
    const { rows } = await test.database.connections.readPool.query(
      `select count(*) as count from platform.operation o join platform.operation_change c on c.operation_id = o.id
       where o.resource = 'sys_role' and c.record_id = $1`,
      [staffRole],
    )
    expect(rows[0]?.count).toBeGreaterThan(5)
  })
})
