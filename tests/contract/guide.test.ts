import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GUIDE_STEPS } from '#schemas/api/guide.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const PASSWORD = 'a-Quiet-Meadow-7'

describe('the first-run guide', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
  const query = (text: string, values: unknown[] = []) =>
    test.database.connections.writePool.query(text, values)
  /** The result of a call that succeeds. */
  const done = async (method: Method, url: string, body?: object, tenant = 1) => {
    const headers = { 'X-Tenant-Id': String(tenant) }
    const answer = await test.call(admin, method, url, body, { headers })
    expect(answer.body, url).toMatchObject({ success: true })
    return answer.body.result
  }
  const guide = (tenant = 1) => done('GET', '/sys/guide', undefined, tenant)
  /** Codes of the steps that are done. */
  const reached = async (tenant = 1) =>
    (await guide(tenant)).steps.flatMap((step: { code: string; done: boolean }) =>
      step.done ? [step.code] : [],
    )
  const role = (roleCode: string, tenant = 1) =>
    done('POST', '/sys/role/add', { roleCode, roleName: `角色 ${roleCode}` }, tenant)
  const user = (username: string, selectedroles = '', tenant = 1) =>
    done('POST', '/sys/user/add', { username, realname: username, password: PASSWORD, selectedroles }, tenant)
  const grant = async (roleId: string, codes: readonly string[]) => {
    const { rows } = await query('select id from platform.sys_permission where perms = any($1)', [codes])
    expect(rows).toHaveLength(codes.length)
    await done('POST', '/sys/permission/saveRolePermission', {
      roleId,
      permissionIds: rows.map(({ id }) => id).join(','),
      lastpermissionIds: '',
    })
  }

  it('offers itself on a fresh installation, where no step is done', async () => {
    expect(await guide()).toEqual({
      due: true,
      steps: GUIDE_STEPS.map((code) => ({ code, done: false })),
    })
  })

  it('names no step to who may open none of the screens', async () => {
    for (const name of ['staff', 'designer'] as const)
      expect((await test.call(await test.signIn(name), 'GET', '/sys/guide')).body.result).toEqual({
        due: false,
        steps: [],
      })
  })

  it('is put away for one person, for good', async () => {
    const { rows } = await query("select id from platform.sys_role where role_code = 'staff'")
    await grant(rows[0].id, ['system:user:list', 'system:depart:list'])
    const token = await test.signIn('staff')
    const staff = async () => (await test.call(token, 'GET', '/sys/guide')).body.result
    // Only the screens that this user may open, in the order of the guide.
    expect((await staff()).steps.map(({ code }: { code: string }) => code)).toEqual(['depart', 'user'])
    expect([(await guide()).due, (await staff()).due]).toEqual([true, true])
    for (const _ of [1, 2])
      expect((await test.call(token, 'POST', '/sys/guide/putAway')).body.success).toBe(true)
    expect([(await guide()).due, (await staff()).due]).toEqual([true, false])
    expect((await staff()).steps).toHaveLength(2)
  })

  it('follows what is stored, forwards and back', async () => {
    const look = await done('GET', '/sys/setting/group/shell')
    await done('PUT', '/sys/setting/group/shell', {
      values: { ...look.values, name: '华东展会平台' },
      version: look.version,
    })
    expect(await reached()).toEqual(['look'])
    await done('DELETE', '/sys/setting/group/shell')
    expect(await reached()).toEqual([])

    const depart = await done('POST', '/sys/sysDepart/add', { departName: '票务部', orgCategory: '1' })
    expect(await reached()).toEqual(['depart'])
    await done('DELETE', `/sys/sysDepart/delete?id=${depart}`)
    expect(await reached()).toEqual([])

    const own = await role('ticket')
    expect(await reached()).toEqual(['role'])
    await grant(own, ['online:expo:list'])
    expect(await reached()).toEqual(['role', 'grant'])
    expect((await guide()).due).toBe(true)
    await user('ticket', own)
    expect(await reached()).toEqual(['role', 'grant', 'user'])
    // People work here: from now on the guide waits in the menu.
    expect((await guide()).due).toBe(false)
  })

  it('looks at the own tenant only, and offers there what counts there', async () => {
    await done('POST', '/sys/tenant/add', { tenantNo: 7, name: '华东租户', status: 1 })
    expect(await reached()).toContain('tenant')
    const other = await guide(7)
    expect(other.due).toBe(true)
    expect(other.steps).toEqual(['depart', 'role', 'grant', 'user'].map((code) => ({ code, done: false })))
    await role('seven', 7)
    await user('seven_keeper', '', 7)
    expect(await reached(7)).toEqual(['role'])
    await user('seven_colleague', '', 7)
    expect(await reached(7)).toEqual(['role', 'user'])
  })
})
