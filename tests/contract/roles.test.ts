import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('roles: a document over sys_role [screen-107]', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    staff = await test.signIn('staff')
  })
  afterAll(() => test.close())

  const add = async (roleCode: string) => {
    const answer = await test.call(admin, 'POST', '/sys/role/add', { roleName: `角色 ${roleCode}`, roleCode })
    expect(answer.body).toMatchObject({ success: true, message: '添加成功！' })
    return answer.body.result as string
  }
  const roles = async () => (await test.call(admin, 'GET', '/sys/role/queryall')).body.result
  const idOf = async (code: string): Promise<string> =>
    (await roles()).find(({ roleCode }: { roleCode: string }) => roleCode === code).id
  const query = (text: string, values: unknown[]) => test.database.connections.writePool.query(text, values)
  const giveRight = (role: string, ...codes: string[]) =>
    query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, $1, p.id from platform.sys_permission p where p.perms = any($2::text[])`,
      [role, codes],
    )

  it('are added, listed, edited with their version and checked for their code', async () => {
    const id = await add('seller')
    const listed = await test.call(admin, 'GET', '/sys/role/list?roleCode=seller')
    expect(listed.body.result).toMatchObject({
      total: 1,
      records: [{ id, roleName: '角色 seller', _version: 1 }],
    })
    const edit = (roleName: string, _version: number) =>
      test.call(admin, 'PUT', '/sys/role/edit', { id, roleName, roleCode: 'seller', _version })
    expect((await edit('销售', 1)).body).toMatchObject({ success: true, message: '修改成功!' })
    expect((await edit('迟到', 1)).status).toBe(409)
    const check = async (params: string) =>
      (await test.call(admin, 'GET', `/sys/role/checkRoleCode?${params}`)).body
    expect(await check('roleCode=seller')).toMatchObject({ success: false, message: '角色编码已存在' })
    expect(await check(`roleCode=seller&id=${id}`)).toMatchObject({ success: true })
    expect(
      (await test.call(admin, 'POST', '/sys/role/add', { roleName: '乙', roleCode: '1 号' })).body,
    ).toMatchObject({ success: false, message: '角色编码以字母开头，只含字母、数字、下划线和短横线' })
    expect(
      (await test.call(admin, 'POST', '/sys/role/add', { roleName: '乙', roleCode: 'seller' })).body,
    ).toMatchObject({ success: false, message: '角色编码的值已存在' })
  })

  it('keep the administrator, whose code no other role may take', async () => {
    const id = await idOf('admin')
    const said = async (answer: ReturnType<TestApp['call']>) => (await answer).body
    expect(
      await said(test.call(admin, 'PUT', '/sys/role/edit', { id, roleName: '管理员', roleCode: 'boss' })),
    ).toMatchObject({ success: false, message: '管理员角色的编码不能修改' })
    expect(await said(test.call(admin, 'DELETE', `/sys/role/delete?id=${id}`))).toMatchObject({
      success: false,
      message: '管理员角色不能删除',
    })
    const other = await add('other')
    expect(await said(test.call(admin, 'DELETE', `/sys/role/deleteBatch?ids=${other},${id}`))).toMatchObject({
      success: false,
    })
    expect((await roles()).map(({ roleCode }: { roleCode: string }) => roleCode)).toEqual(
      expect.arrayContaining(['admin', 'other']),
    )
    await query('update platform.sys_role set role_code = $2 where id = $1', [id, 'kept'])
    expect(
      await said(test.call(admin, 'PUT', '/sys/role/edit', { id: other, roleName: '甲', roleCode: 'admin' })),
    ).toMatchObject({ success: false })
    await query('update platform.sys_role set role_code = $2 where id = $1', [id, 'admin'])
    await test.app.sessions.rightsChanged()
  })

  it('have codes that differ by more than case', async () => {
    await add('Cased')
    const said = async (roleCode: string) =>
      (await test.call(admin, 'POST', '/sys/role/add', { roleName: roleCode, roleCode })).body
    for (const code of ['cased', 'CASED'])
      expect(await said(code)).toMatchObject({
        success: false,
        message: `角色编码“${code}”已存在（不区分大小写）`,
      })
    for (const code of ['ADMIN', 'Admin'])
      expect(await said(code)).toMatchObject({ success: false, message: '编码 admin 保留给管理员角色' })
  })

  it('take their grants along, and the very next call knows', async () => {
    const id = await add('short')
    await giveRight(id, 'system:position:list')
    await query(
      `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
       select 'short', id, $1, 1 from platform.sys_user where username = 'staff'`,
      [id],
    )
    await test.app.sessions.rightsChanged()
    const positions = async () => (await test.call(staff, 'GET', '/sys/position/list')).status
    expect(await positions()).toBe(200)
    expect((await test.call(admin, 'DELETE', `/sys/role/delete?id=${id}`)).body.success).toBe(true)
    expect(await positions()).toBe(403)
    const { rows } = await query('select from platform.sys_role_permission where role_id = $1', [id])
    expect(rows).toEqual([])
  })

  it('need rights, belong to their tenant, and are not deleted by whoever holds less', async () => {
    for (const url of ['/sys/role/list', '/sys/role/queryall', '/sys/role/checkRoleCode?roleCode=x'])
      expect((await test.call(staff, 'GET', url)).status, url).toBe(403)
    const [large, small] = [await add('large'), await add('small')]
    await giveRight(large, 'system:position:delete')
    await giveRight(await idOf('staff'), 'system:role:list', 'system:role:delete')
    await test.app.sessions.rightsChanged()
    expect((await test.call(staff, 'DELETE', `/sys/role/delete?id=${large}`)).body).toMatchObject({
      success: false,
      message: '角色“角色 large”拥有您没有的权限，不能删除',
    })
    await giveRight(await idOf('staff'), 'system:role:edit')
    await test.app.sessions.rightsChanged()
    const rename = async (id: string, roleCode: string) =>
      (await test.call(staff, 'PUT', '/sys/role/edit', { id, roleCode, roleName: '普通角色' })).body
    for (const [id, code] of [
      [await idOf('admin'), 'admin'],
      [large, 'renamed'],
    ] as const)
      expect(await rename(id, code)).toMatchObject({
        success: false,
        message: expect.stringContaining('拥有您没有的权限，不能更改'),
      })
    expect(await rename(small, 'small')).toMatchObject({ success: true })
    expect((await test.call(staff, 'DELETE', `/sys/role/delete?id=${small}`)).body.success).toBe(true)
    expect((await test.call(staff, 'POST', '/sys/role/add', { roleName: 'x', roleCode: 'x' })).status).toBe(
      403,
    )

    await query("insert into platform.sys_tenant (id, name) values (2, '乙')", [])
    await query(
      "insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('theirs', '他', 'theirs', 2)",
      [],
    )
    expect((await roles()).some(({ id }: { id: string }) => id === 'theirs')).toBe(false)
    expect((await test.call(admin, 'DELETE', '/sys/role/delete?id=theirs')).status).toBe(404)
    expect(
      (await test.call(admin, 'PUT', '/sys/role/edit', { id: 'theirs', roleName: '我', roleCode: 'mine' }))
        .status,
    ).toBe(404)
  })
})
