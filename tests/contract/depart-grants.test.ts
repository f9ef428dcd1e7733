import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PermissionNode } from '#schemas/api/role-grant.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('grants of departments and their roles', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  let depart = ''
  let staffId = ''
  let list = ''
  let remove = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    staff = await test.signIn('staff')
    staffId = (await query("select id from platform.sys_user where username = 'staff'"))[0]?.id
    depart = (
      await query(
        `select d.id from platform.sys_depart d join platform.sys_user_depart ud on ud.dep_id = d.id
         where ud.user_id = $1 order by d.org_code limit 1`,
        [staffId],
      )
    )[0]?.id
    const idOf = async (perms: string) =>
      (await query('select id from platform.sys_permission where perms = $1', [perms]))[0]?.id
    list = await idOf('system:position:list')
    remove = await idOf('system:position:delete')
  })
  afterAll(() => test.close())

  const query = async (text: string, values: unknown[] = []) =>
    (await test.database.connections.writePool.query(text, values)).rows
  const get = async (url: string, token = admin) => (await test.call(token, 'GET', url)).body.result
  const toDepart = (shown: string[], wanted: string[], token = admin) =>
    test.call(token, 'POST', '/sys/permission/saveDepartPermission', {
      departId: depart,
      permissionIds: wanted.join(','),
      lastpermissionIds: shown.join(','),
    })
  const toRole = (roleId: string, shown: string[], wanted: string[], token = admin) =>
    test.call(token, 'POST', '/sys/sysDepartPermission/saveDeptRolePermission', {
      roleId,
      permissionIds: wanted.join(','),
      lastpermissionIds: shown.join(','),
    })
  const toUser = (userId: string, oldRoleId: string, newRoleId: string, token = admin) =>
    test.call(token, 'POST', '/sys/sysDepartRole/deptRoleUserAdd', { userId, oldRoleId, newRoleId })
  const addRole = async (roleCode: string, departId = depart) => {
    const { body } = await test.call(admin, 'POST', '/sys/sysDepartRole/add', {
      departId,
      roleCode,
      roleName: `部门角色 ${roleCode}`,
    })
    expect(body).toMatchObject({ success: true })
    return body.result as string
  }
  const positions = async () => (await test.call(staff, 'GET', '/sys/position/list')).status

  it('reach a user through a role of the department, and leave with each of the three [call-54] [call-56] [call-63] [call-64] [call-65]', async () => {
    const role = await addRole('one')
    expect(await toRole(role, [], [list])).toMatchObject({
      status: 400,
      body: { message: '部门未获得该权限，不能授予部门角色' },
    })
    expect((await toDepart([], [list, remove])).body).toMatchObject({ success: true, message: '保存成功！' })
    expect((await get(`/sys/permission/queryDepartPermission?departId=${depart}`)).sort()).toEqual(
      [list, remove].sort(),
    )
    const { ids, treeList } = await get(
      `/sys/sysDepartPermission/queryTreeListForDeptRole?departId=${depart}`,
    )
    expect(ids.sort()).toEqual([list, remove].sort())
    expect(
      treeList
        .flatMap((node: PermissionNode) => [node.key, ...(node.children ?? []).map(({ key }) => key)])
        .sort(),
    ).toEqual([list, remove].sort())
    expect((await toRole(role, [], [list])).body.success).toBe(true)
    expect(await get(`/sys/sysDepartPermission/queryDeptRolePermission?roleId=${role}`)).toEqual([list])
    expect(await positions()).toBe(403)
    expect((await toUser(staffId, '', role)).body).toMatchObject({ success: true })
    expect(await positions()).toBe(200)
    expect(
      await get(`/sys/sysDepartRole/getDeptRoleByUserId?userId=${staffId}&departId=${depart}`),
    ).toMatchObject([{ userId: staffId, droleId: role }])
    expect((await get(`/sys/sysDepartRole/userList?roleId=${role}`)).records).toMatchObject([
      { username: 'staff' },
    ])

    // The user leaves the role, the role loses the right, the department does.
    await toUser(staffId, role, '')
    expect(await positions()).toBe(403)
    await toUser(staffId, '', role)
    await toRole(role, [list], [])
    expect(await positions()).toBe(403)
    await toRole(role, [], [list])
    expect(await positions()).toBe(200)
    await toDepart([list, remove], [remove])
    expect(await positions()).toBe(403)
    expect(await get(`/sys/sysDepartPermission/queryDeptRolePermission?roleId=${role}`)).toEqual([])

    // So does who leaves the department.
    await toDepart([remove], [remove, list])
    await toRole(role, [], [list])
    expect(await positions()).toBe(200)
    const left = await query('delete from platform.sys_user_depart where user_id = $1 returning *', [staffId])
    await test.app.sessions.rightsChanged()
    expect(await positions()).toBe(403)
    for (const one of left)
      await query('insert into platform.sys_user_depart (id, user_id, dep_id) values ($1, $2, $3)', [
        one.id,
        one.user_id,
        one.dep_id,
      ])
    await test.app.sessions.rightsChanged()
    expect(await positions()).toBe(200)
    await toUser(staffId, role, '')
  })

  it('go to users of the department only, and a role stays in its department', async () => {
    const role = await addRole('two')
    const [stranger] = await query(
      `insert into platform.sys_user (id, username, realname) values ('stranger', 'stranger', '外人') returning id`,
    )
    expect(await toUser(stranger.id, '', role)).toMatchObject({
      status: 400,
      body: { message: '该用户不属于此部门，不能担任其部门角色' },
    })
    const [other] = await query(
      'select id from platform.sys_depart where id <> $1 and tenant_id = 1 limit 1',
      [depart],
    )
    const row = (await test.call(admin, 'GET', `/sys/sysDepartRole/queryById?id=${role}`)).body.result
    const move = await test.call(admin, 'PUT', '/sys/sysDepartRole/edit', { ...row, departId: other.id })
    expect(move.body).toMatchObject({ success: false, message: '部门角色不能移到其他部门' })
    expect((await test.call(admin, 'DELETE', `/sys/sysDepartRole/delete?id=${role}`)).body.success).toBe(true)
  })

  it('need their rights, give nothing beyond the own ones, and stay within the own departments [A-8]', async () => {
    const role = await addRole('three')
    expect((await toDepart([], [remove], staff)).status).toBe(403)
    await query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_permission p, platform.sys_role r
       where r.role_code = 'staff' and (p.perms like 'system:departRole:%' or p.perms in ('system:depart:grant', 'system:position:list'))
       on conflict do nothing`,
    )
    await test.app.sessions.rightsChanged()
    const shown = await get(`/sys/permission/queryDepartPermission?departId=${depart}`)
    const add = (await query("select id from platform.sys_permission where perms = 'system:position:add'"))[0]
      ?.id
    expect((await toDepart(shown, [...shown, add], staff)).status).toBe(403)
    expect(
      (
        await toDepart(
          shown,
          shown.filter((id: string) => id !== remove),
          staff,
        )
      ).status,
    ).toBe(403)
    expect((await toRole(role, [], [remove], staff)).status).toBe(403)
    expect((await toRole(role, [], [list], staff)).status).toBe(200)
    // A role that holds more than the giver has is not given.
    await toRole(role, [list], [list, remove])
    expect((await toUser(staffId, '', role, staff)).status).toBe(403)
    expect((await test.call(staff, 'DELETE', `/sys/sysDepartRole/delete?id=${role}`)).body).toMatchObject({
      success: false,
      message: '部门角色“部门角色 three”拥有您没有的权限，不能删除',
    })
    const codes = await query(
      `select d.id from platform.sys_depart d where d.tenant_id = 1 and d.del_flag = 0 and not exists (
         select from platform.sys_user_depart ud join platform.sys_depart own on own.id = ud.dep_id
         where ud.user_id = $1 and starts_with(d.org_code, own.org_code)) limit 1`,
      [staffId],
    )
    const foreign = await test.call(staff, 'POST', '/sys/permission/saveDepartPermission', {
      departId: codes[0]?.id,
      permissionIds: list,
      lastpermissionIds: '',
    })
    expect(foreign).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('不在您的管理范围内') },
    })
  })

  it('are told by names, and their two states are compared by those who may grant them [screen-98]', async () => {
    const [{ name }] = (await query('select depart_name as name from platform.sys_depart where id = $1', [
      depart,
    ])) as [{ name: string }]
    const role = await addRole('four')
    const held = await get(`/sys/permission/queryDepartPermission?departId=${depart}`)
    const rest = held.filter((id: string) => id !== list)
    await toDepart(held, [...rest, list])
    const line = async () => {
      await test.app.events.settled()
      const newest = await get('/online/cgform/api/getData/sys_log?pageSize=1&logType=2')
      return newest.records[0].logContent
    }
    const compared = async (table: string, id: string, token = admin) => {
      const asked = `dataTable=${table}&dataId=${id}`
      const [after, found] = await get(`/sys/dataLog/queryDataVerList?${asked}`)
      return test.call(token, 'GET', `/sys/dataLog/queryCompareList?dataId1=${found.id}&dataId2=${after.id}`)
    }
    const states = async (table: string, id: string, key: string) => {
      const [left, right] = (await compared(table, id)).body.result
      const has = (version: { dataContent: string }) => key in JSON.parse(version.dataContent)
      return { was: has(left), is: has(right), ...right.dataTitles, ...left.dataTitles }
    }
    await toRole(role, [], [list])
    expect(await line()).toBe(`修改部门角色“${name}-部门角色 four”的授权：新增 职务管理`)
    expect(await states('sys_depart_role_permission', role, list)).toMatchObject({
      ...{ was: false, is: true, holder: '部门角色', [list]: '职务管理' },
    })
    await toUser(staffId, '', role)
    expect(await line()).toBe(`修改用户“张晓雯”的部门角色：新增 ${name}-部门角色 four`)
    expect(await states('sys_depart_role_user', staffId, role)).toMatchObject({
      ...{ was: false, is: true, holder: '用户', [role]: `${name}-部门角色 four` },
    })
    await toDepart([...rest, list], rest)
    expect(await line()).toMatch(
      new RegExp(`^修改部门“${name}”的授权：取消 职务管理；[1-9] 个部门角色随之取消$`),
    )
    expect(await states('sys_depart_permission', depart, list)).toMatchObject({
      ...{ was: true, is: false, holder: '部门', [list]: '职务管理' },
    })
    expect((await compared('sys_depart_permission', depart, staff)).status).toBe(403)
    await toDepart(rest, held)
  })

  it('do not exist for another tenant, and are in the operation log', async () => {
    await query("insert into platform.sys_tenant (id, name) values (7, '七')")
    await query(
      "insert into platform.sys_depart (id, depart_name, org_code, tenant_id) values ('d7', '七部', 'A01', 7)",
    )
    expect((await test.call(admin, 'GET', '/sys/permission/queryDepartPermission?departId=d7')).status).toBe(
      404,
    )
    const rows = await query(
      `select distinct c.table_name as name from platform.operation_change c
       where c.table_name in ('sys_depart_permission', 'sys_depart_role_permission', 'sys_depart_role_user')`,
    )
    expect(rows).toHaveLength(3)
  })
})

describe('users of a role', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  it('are listed, added and taken out, singly and together [screen-107] [screen-108] [call-31] [call-32] [call-33] [call-34] [call-35]', async () => {
    const added = await test.call(admin, 'POST', '/sys/role/add', { roleName: '临时', roleCode: 'temp' })
    const roleId = added.body.result
    const edited = await test.call(admin, 'PUT', '/sys/role/edit', {
      id: roleId,
      roleName: '临时工',
      roleCode: 'temp',
    })
    expect(edited.body.success).toBe(true)
    const found = await test.call(admin, 'GET', '/sys/role/list?roleCode=temp')
    expect(found.body.result.records).toMatchObject([{ id: roleId, roleName: '临时工' }])
    const all = (await test.call(admin, 'GET', '/sys/role/queryall')).body.result
    expect(all.map((role: { id: string }) => role.id)).toContain(roleId)
    expect((await test.call(admin, 'GET', '/sys/role/queryTreeList')).body.result.ids.length).toBeGreaterThan(
      20,
    )
    const { rows } = await test.database.connections.readPool.query(
      "select id, username from platform.sys_user where username in ('staff', 'designer') order by username",
    )
    const [designer, staff] = rows.map(({ id }) => id)
    const names = async () =>
      (await test.call(admin, 'GET', `/sys/user/userRoleList?roleId=${roleId}`)).body.result.records.map(
        ({ username }: { username: string }) => username,
      )
    expect(await names()).toEqual([])
    const add = await test.call(admin, 'POST', '/sys/user/addSysUserRole', {
      roleId,
      userIdList: [designer, staff],
    })
    expect(add.body).toMatchObject({ success: true, message: '添加成功!' })
    expect((await names()).sort()).toEqual(['designer', 'staff'])
    const one = await test.call(admin, 'GET', `/sys/user/userRoleList?roleId=${roleId}&username=staff`)
    expect(one.body.result.total).toBe(1)
    await test.call(admin, 'DELETE', `/sys/user/deleteUserRole?roleId=${roleId}&userId=${staff}`)
    expect(await names()).toEqual(['designer'])
    await test.call(
      admin,
      'DELETE',
      `/sys/user/deleteUserRoleBatch?roleId=${roleId}&userIds=${staff},${designer}`,
    )
    expect(await names()).toEqual([])
  })

  it('keep an administrator, and nobody gives or takes a role beyond the own rights [A-8]', async () => {
    const { writePool } = test.database.connections
    const role = (await writePool.query("select id from platform.sys_role where role_code = 'admin'")).rows[0]
      ?.id
    const user = async (name: string) =>
      (await writePool.query('select id from platform.sys_user where username = $1', [name])).rows[0]?.id
    const last = await test.call(
      admin,
      'DELETE',
      `/sys/user/deleteUserRole?roleId=${role}&userId=${await user('admin')}`,
    )
    expect(last.body).toMatchObject({ success: false, message: '至少保留一名可用的管理员' })
    const staff = await test.signIn('staff')
    const raise = async () =>
      test.call(staff, 'POST', '/sys/user/addSysUserRole', {
        roleId: role,
        userIdList: [await user('staff')],
      })
    expect((await raise()).status).toBe(403)
    await writePool.query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_permission p, platform.sys_role r
       where r.role_code = 'staff' and p.perms = 'system:role:users'`,
    )
    await test.app.sessions.rightsChanged()
    expect((await raise()).body).toMatchObject({
      success: false,
      message: expect.stringContaining('拥有您没有的权限，不能授予或取消'),
    })
    expect((await test.call(admin, 'GET', '/sys/user/userRoleList?roleId=nowhere')).status).toBe(404)
  })
})
