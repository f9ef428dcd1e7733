import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

/** A table is one for all tenants: what one tenant's administrator does to it would reach the rows of the others. */
describe('the structure of tables', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
    await test.database.connections.writePool.query(`
      insert into platform.sys_tenant (id, name) values (2, '另一个租户');
      insert into platform.sys_user (id, username, realname, password)
        select 'other', 'other', '别家的管理员', password from platform.sys_user where username = 'staff';
      insert into platform.sys_user_tenant values ('other', 2);
      insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('other', '管理员', 'admin', 2);
      insert into platform.sys_user_role (id, user_id, role_id, tenant_id) values ('other', 'other', 'other', 2);
      insert into platform.sys_permission (id, name, menu_type, perms) values ('sync', 'sync', 2, 'online:form:sync');
      insert into platform.sys_role_permission (id, role_id, permission_id) values ('sync', 'other', 'sync');
    `)
    await test.app.sessions.rightsChanged()
  })
  afterAll(() => test.close())

  const rows = async () => {
    const { rows } = await test.database.connections.writePool.query(
      'select count(*)::int as n from data.expo',
    )
    return rows[0].n
  }
  const sync = async (token: string, mode: string) =>
    (await test.call(token, 'POST', `/online/cgform/api/doDbSynch/expo/${mode}`)).status

  it('is not for the administrator of another tenant, whatever was granted there', async () => {
    const before = await rows()
    expect(before).toBeGreaterThan(0)
    const other = await test.signIn('other', 'test-Staff-1')
    for (const mode of ['normal', 'force']) expect(await sync(other, mode), mode).toBe(403)
    expect(await rows()).toBe(before)
    // Within the tenant the role still does everything.
    expect((await test.call(other, 'GET', '/online/cgform/api/getData/expo')).status).toBe(200)
  })

  it('is for those in the first tenant who hold the right, and asks for more than reading the plan does', async () => {
    const designer = await test.signIn('designer')
    expect(await sync(designer, 'normal')).toBe(200)
    const before = await rows()
    expect(await sync(designer, 'force'), 'emptying is for administrators').toBe(403)
    expect(await rows()).toBe(before)
    await test.database.connections.writePool.query(
      `delete from platform.sys_role_permission where permission_id in
         (select id from platform.sys_permission where perms = 'online:form:sync')`,
    )
    await test.app.sessions.rightsChanged()
    expect(await sync(designer, 'normal')).toBe(403)
    expect(await sync(designer, 'force')).toBe(403)
    expect((await test.call(designer, 'GET', '/online/cgform/api/syncPlan/expo')).status).toBe(200)
    expect(await sync(await test.signIn('admin'), 'normal')).toBe(200)
  })
})
