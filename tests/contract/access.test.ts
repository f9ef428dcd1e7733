import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installAccess } from '#server/http/access.ts'
import { createHttpServer } from '#server/http/server.ts'
import { API, createTestApp, type TestApp, type TestUser } from '#tests/helpers/app.ts'

/** A request that passes no input check, so that an answer other than 400 was decided before it. */
const NONSENSE = { garbage: ['\0'] }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

describe('every route', () => {
  let test: TestApp
  const tokens = new Map<TestUser, string>()
  beforeAll(async () => {
    test = await createTestApp()
    for (const user of ['admin', 'staff', 'designer'] as const) tokens.set(user, await test.signIn(user))
  })
  afterAll(() => test.close())

  /** Address of a route for a form. */
  const addressOf = (url: string, code: string) =>
    url
      .replace(/:(code|table)/, code)
      .replaceAll(/:\w+/g, 'x')
      .replace('*', 'x')

  it('stops the start unless it declares who may call it [A-1]', async () => {
    const app = await createHttpServer({ apiBase: '/api', logLevel: 'silent' })
    installAccess(app, { sessionOf: async () => null, permissionOf: () => null, onRefused: () => undefined })
    expect(() => app.get('/api/open', async () => 'x')).toThrow(/declares no access/)
    expect(() => app.get('/api/known', { config: { access: 'public' } }, async () => 'x')).not.toThrow()
    await app.close()
  })

  it('is public only when it stands in the checked-in list [A-1]', () => {
    const listed: string[] = JSON.parse(readFileSync('tests/contract/public-routes.json', 'utf8'))
    const found = test.app.routes
      .filter(({ access }) => access === 'public')
      .map(({ method, url }) => `${method} ${url.replace(API, '')}`)
    expect(found.sort()).toEqual(listed.sort())
  })

  it('answers 401 without a session, before the input is looked at [A-2]', async () => {
    const guarded = test.app.routes.filter(({ access }) => access !== 'public')
    expect(guarded.length).toBeGreaterThan(40)
    for (const { method, url } of guarded)
      for (const token of [null, 'x'.repeat(43), 'eyJhbGciOiJub25lIn0.eyJ1c2VybmFtZSI6ImFkbWluIn0.']) {
        const answer = await test.call(token, method as Method, addressOf(url, 'expo'), bodyFor(method))
        expect(answer.status, `${method} ${url}`).toBe(401)
        expect(answer.body).toMatchObject({
          success: false,
          code: 401,
          result: null,
          refusal: 'NOT_SIGNED_IN',
        })
      }
  })

  it('answers 403 to whoever lacks its permission, before the input is looked at [A-2]', async () => {
    const { permissions } = (await test.app.sessions.find(tokens.get('staff') ?? '')) ?? {
      permissions: new Set(),
    }
    let refused = 0
    for (const { method, url, access } of test.app.routes) {
      if (typeof access === 'string') continue
      // One form that staff may list, and one that they may not even see.
      for (const code of ['expo', 'expo_invoice', 'no_such_form']) {
        const needed =
          'permission' in access
            ? access.permission
            : `${test.documents.resolve(access.form ?? code)?.rights ?? ''}:${access.action.replace(':action', 'x')}`
        const answer = await test.call(
          tokens.get('staff') ?? null,
          method as Method,
          addressOf(url, code),
          bodyFor(method),
        )
        if (permissions.has(needed)) expect(answer.status, `${method} ${url} ${code}`).not.toBe(403)
        else {
          expect(answer.status, `${method} ${url} ${code}`).toBe(403)
          expect(answer.body).toMatchObject({ success: false, code: 510, result: null, refusal: 'FORBIDDEN' })
          refused++
        }
      }
    }
    expect(refused).toBeGreaterThan(20)
  })

  it('lets an administrator pass [A-2]', async () => {
    for (const { method, url, access } of test.app.routes) {
      if (access === 'public') continue
      const answer = await test.call(
        tokens.get('admin') ?? null,
        method as Method,
        addressOf(url, 'expo'),
        bodyFor(method),
      )
      expect([401, 403], `${method} ${url}`).not.toContain(answer.status)
      expect(answer.status, `${method} ${url}`).toBeLessThan(500)
    }
  })

  it('takes no token from cookie, query or body, and no user from anywhere but the token [W-2, A-6]', async () => {
    const token = tokens.get('staff') ?? ''
    const rights = '/sys/permission/getUserPermissionByToken'
    expect((await test.call(null, 'GET', `${rights}?token=${token}`)).status).toBe(401)
    expect(
      (await test.call(null, 'GET', rights, undefined, { headers: { cookie: `X-Access-Token=${token}` } }))
        .status,
    ).toBe(401)
    expect(
      (await test.call(null, 'GET', rights, undefined, { headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(401)
    const asked = await test.call(token, 'GET', `${rights}?username=admin&userId=1&token=x`)
    const own = await test.call(token, 'GET', rights)
    expect(asked.body.result).toEqual(own.body.result)
  })

  it('refuses a tenant that is not one of the user, under both names of the header [A-6]', async () => {
    const ask = (headers: Record<string, string>) =>
      test.call(tokens.get('staff') ?? '', 'GET', '/sys/user/list', undefined, { headers })
    for (const name of ['tenant-id', 'X-Tenant-Id']) {
      for (const tenant of ['2', '-1', 'abc', '1 or 1=1', '99999999999999'])
        expect(await ask({ [name]: tenant }), `${name} ${tenant}`).toMatchObject({
          status: 403,
          body: { success: false, code: 510 },
        })
      for (const tenant of ['1', '0', '']) expect((await ask({ [name]: tenant })).status).toBe(200)
    }
    // 0 names no tenant; two that differ are not guessed between.
    expect((await ask({ 'tenant-id': '0', 'X-Tenant-Id': '2' })).status).toBe(403)
    expect((await ask({ 'tenant-id': '1', 'X-Tenant-Id': '1' })).status).toBe(200)
    expect(await ask({ 'tenant-id': '1', 'X-Tenant-Id': '2' })).toMatchObject({
      status: 400,
      body: { message: '请求头 tenant-id 与 X-Tenant-Id 的租户不一致' },
    })
  })

  it('works in the tenant that X-Tenant-Id names, when the user belongs to it [A-6]', async () => {
    const { writePool } = test.database.connections
    await writePool.query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await writePool.query(
      `insert into platform.sys_user_tenant (user_id, tenant_id)
       select id, 2 from platform.sys_user where username = 'staff'`,
    )
    await test.app.sessions.rightsChanged()
    const token = tokens.get('staff') ?? ''
    const total = async (headers: Record<string, string>) =>
      (await test.call(token, 'GET', '/sys/user/list', undefined, { headers })).body.result.total
    expect(await total({ 'X-Tenant-Id': '2' })).toBe(1)
    expect(await total({})).toBeGreaterThan(1)
    await writePool.query('delete from platform.sys_user_tenant where tenant_id = 2')
    await writePool.query('delete from platform.sys_tenant where id = 2')
    await test.app.sessions.rightsChanged()
  })

  it('is decided anew when a right is withdrawn, on the very next request [A-7]', async () => {
    const token = await test.signIn('staff')
    const list = '/online/cgform/api/getData/expo'
    expect((await test.call(token, 'GET', list)).status).toBe(200)
    const { writePool } = test.database.connections
    const { rows } = await writePool.query(
      `delete from platform.sys_role_permission where permission_id in
         (select id from platform.sys_permission where perms = 'online:expo:list') returning *`,
    )
    await test.app.sessions.rightsChanged()
    expect((await test.call(token, 'GET', list)).status).toBe(403)
    for (const row of rows)
      await writePool.query(
        'insert into platform.sys_role_permission (id, role_id, permission_id) values ($1, $2, $3)',
        [row.id, row.role_id, row.permission_id],
      )
    await test.app.sessions.rightsChanged()
    expect((await test.call(token, 'GET', list)).status).toBe(200)
    await writePool.query(
      "delete from platform.sys_user_role where user_id = (select id from platform.sys_user where username = 'staff')",
    )
    // As another process would say it.
    await writePool.query("select pg_notify('rights_changed', '')")
    await expect.poll(async () => (await test.call(token, 'GET', list)).status).toBe(403)
  })
})

function bodyFor(method: string): unknown {
  return method === 'POST' || method === 'PUT' ? NONSENSE : undefined
}
