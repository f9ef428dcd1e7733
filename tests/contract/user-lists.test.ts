import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const ONLINE = '/online/cgform/api'

describe('lists of users: the same records for pickers and for their document', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    staff = await test.signIn('staff')
    const pool = test.database.connections.writePool
    await pool.query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await pool.query(
      "insert into platform.sys_user (id, username, realname) values ('stranger', 'stranger', '外人')",
    )
    await pool.query("insert into platform.sys_user_tenant (user_id, tenant_id) values ('stranger', 2)")
  })
  afterAll(() => test.close())

  it('count as many here as there, and none of another tenant', async () => {
    const list = await test.call(admin, 'GET', '/sys/user/list?pageSize=5')
    const online = await test.call(admin, 'GET', `${ONLINE}/getData/sys_user?pageSize=5`)
    expect(list.body.result.total).toBeGreaterThan(5)
    expect(online.body.result.total).toBe(list.body.result.total)
    for (const url of ['/sys/user/list?username=stranger', `${ONLINE}/getData/sys_user?username=stranger`])
      expect((await test.call(admin, 'GET', url)).body.result.total).toBe(0)
    expect((await test.call(admin, 'GET', `${ONLINE}/form/sys_user/stranger`)).status).toBe(404)
  })

  it('show a colleague no more than his name, whatever is asked', async () => {
    expect((await test.call(staff, 'GET', `${ONLINE}/getData/sys_user`)).status).toBe(403)
    const { records, total } = (await test.call(staff, 'GET', '/sys/user/list?username=admin')).body.result
    expect(total).toBe(1)
    const [{ id, realname, avatar, orgCode, orgCodeTxt, ...rest }] = records
    expect([id, realname, orgCode, orgCodeTxt].every((value) => typeof value === 'string')).toBe(true)
    expect(avatar).toBeDefined()
    const nothing = { birthday: null, sex: null, phone: null, workNo: null, status: null, createTime: null }
    // Of the picture that others see; there is none.
    expect(rest).toEqual({ username: 'admin', _files: {}, ...nothing })
    const others = [
      (await test.call(staff, 'GET', `/sys/user/queryByIds?userIds=${id}`)).body.result,
      (await test.call(staff, 'GET', '/sys/user/getMultiUser?username=admin')).body,
      (await test.call(staff, 'GET', '/sys/user/queryUserComponentData?username=admin')).body.result.records,
    ]
    // Those that answer no page describe no pictures.
    for (const [first] of others) expect({ _files: {}, ...first }).toEqual(records[0])
    for (const name of ['phone', 'status', 'workNo', 'email', 'selectedroles', 'password', 'createBy'])
      expect((await test.call(staff, 'GET', `/sys/user/list?column=${name}&order=asc`)).status, name).toBe(
        400,
      )
    const full = (await test.call(admin, 'GET', '/sys/user/list?username=admin')).body.result.records[0]
    expect(full).toMatchObject({ status: 1, createTime: expect.any(String) })
  })

  it('name departments to everybody and tell no more of them', async () => {
    await test.database.connections.writePool.query(
      "update platform.sys_depart set memo = '内部电话 4711' where org_code = 'A01'",
    )
    const paths = [
      'queryTreeList',
      'queryIdTree',
      'queryDepartTreeSync',
      `searchBy?keyWord=${encodeURIComponent('会展')}`,
    ]
    for (const path of paths) {
      const { text, body } = await test.call(staff, 'GET', `/sys/sysDepart/${path}`)
      expect(body.result.length, path).toBeGreaterThan(0)
      expect(text).not.toContain('4711')
    }
    expect((await test.call(staff, 'GET', '/sys/sysDepart/list')).status).toBe(403)
  })

  it('show a delegated administrator the users of his departments and his own roles only, through whichever call [A-8]', async () => {
    const pool = test.database.connections.writePool
    const rules = [
      ['sys_user', 'orgCode', 'RIGHT_LIKE', '#{sys_org_code}'],
      ['sys_role', 'createBy', '=', '#{sys_user_code}'],
    ] as const
    const roleId = (
      await test.call(admin, 'POST', '/sys/role/add', { roleCode: 'delegate', roleName: '分管' })
    ).body.result
    for (const [form, column, condition, value] of rules) {
      const { rows } = await pool.query(
        'select id, perms, menu_type from platform.sys_permission where form_code = $1 and del_flag = 0',
        [form],
      )
      const permissionId = rows[0].id
      const rule = { permissionId, ruleName: '分管', ruleColumn: column, ruleConditions: condition }
      const ruleId = (
        await test.call(admin, 'POST', '/sys/permission/addPermissionRule', { ...rule, ruleValue: value })
      ).body.result
      const { rows: held } = await pool.query(
        'select permission_id as id from platform.sys_role_permission where role_id = $1',
        [roleId],
      )
      await test.call(admin, 'POST', '/sys/permission/saveRolePermission', {
        roleId,
        permissionIds: [...held.map(({ id }) => id), permissionId].join(','),
        lastpermissionIds: held.map(({ id }) => id).join(','),
      })
      const given = { permissionId, roleId, dataRuleIds: ruleId }
      expect((await test.call(admin, 'POST', '/sys/role/datarule', given)).body, form).toMatchObject({
        success: true,
      })
    }
    const {
      rows: [user],
    } = await pool.query("select id from platform.sys_user where username = 'staff'")
    await pool.query(
      "insert into platform.sys_user_role (id, user_id, role_id, tenant_id) values ('delegate', $1, $2, 1)",
      [user.id, roleId],
    )
    await test.app.sessions.rightsChanged()
    await pool.query(
      "insert into platform.sys_role (id, tenant_id, role_name, role_code, create_by) values ('own', 1, '自建', 'own', 'staff')",
    )
    const listed = async (token: string, path: string) => {
      const { body } = await test.call(token, 'GET', path)
      expect(body, path).toMatchObject({ success: true })
      return (body.result.records ?? body.result) as Record<string, string>[]
    }
    const OWN = 'A01A02'
    for (const path of ['/sys/user/list', `${ONLINE}/getData/sys_user`]) {
      const [all, seen] = [
        await listed(admin, `${path}?pageSize=100`),
        await listed(staff, `${path}?pageSize=100`),
      ]
      expect(seen.length, path).toBeGreaterThan(0)
      const own = all.filter(({ orgCode }) => orgCode?.startsWith(OWN))
      expect(seen.map(({ id }) => id).sort(), path).toEqual(own.map(({ id }) => id).sort())
      expect(own.length, path).toBeLessThan(all.length)
    }
    for (const path of ['/sys/role/list', '/sys/role/queryall', `${ONLINE}/getData/sys_role`]) {
      expect
        .soft(
          (await listed(staff, path)).map(({ roleCode }) => roleCode),
          path,
        )
        .toEqual(['own'])
      expect((await listed(admin, path)).length, path).toBeGreaterThan(2)
    }
  })
})
