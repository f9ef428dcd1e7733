import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { Session } from '#server/permission/session.ts'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'

/** Longest time until an open browser has heard of a change. */
const HEARD_MS = 2000

interface Way {
  /** What is there before it. */
  first?(): Promise<unknown>
  change(): Promise<unknown>
  /** What the line of the log says of it. */
  said?: string
}

describe('every way in which rights change', () => {
  let test: TestApp
  let admin = ''
  let staffId = ''
  let role = ''
  let depart = ''
  let departRole = ''
  let list = ''
  let menu = ''
  let socket: WebSocket
  /** When the open browser of the member heard that rights changed. */
  let heard: number[] = []

  const rows = async (text: string, values: unknown[] = []) =>
    (await test.database.connections.writePool.query(text, values)).rows
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => {
    const answer = (await test.call(admin, method, url, body)).body
    expect(answer.success, `${url}: ${answer.message}`).toBe(true)
    return answer.result
  }

  beforeAll(async () => {
    test = await createTestApp()
    await test.app.server.listen({ port: 0, host: '127.0.0.1' })
    admin = await test.signIn('admin')
    const token = await test.signIn('staff')
    const { port } = test.app.server.server.address() as AddressInfo
    staffId = (await rows("select id from platform.sys_user where username = 'staff'"))[0]?.id
    depart = (await rows('select dep_id from platform.sys_user_depart where user_id = $1', [staffId]))[0]
      ?.dep_id
    list = (await rows("select id from platform.sys_permission where perms = 'system:position:list'"))[0]?.id
    role = await call('POST', '/sys/role/add', { roleCode: 'ways', roleName: '途径' })
    await call('POST', '/sys/user/addSysUserRole', { roleId: role, userIdList: [staffId] })
    await call('POST', '/sys/permission/add', {
      menuType: 1,
      name: '途径',
      url: '/ways',
      parentId: (await rows('select parent_id from platform.sys_permission where id = $1', [list]))[0]
        ?.parent_id,
      formCode: 'sys_position',
      perms: 'ways:list',
    })
    menu = (await rows("select id from platform.sys_permission where url = '/ways'"))[0]?.id
    departRole = await call('POST', '/sys/sysDepartRole/add', {
      departId: depart,
      roleCode: 'ways_depart',
      roleName: '部门途径',
    })
    socket = new WebSocket(`ws://127.0.0.1:${port}${API}/websocket/${staffId}`, ['expo', token])
    socket.on('message', (data) => {
      if (JSON.parse(String(data)).cmd === 'rights') heard.push(performance.now())
    })
    await once(socket, 'open')
  })
  afterAll(async () => {
    socket.terminate()
    await test.close()
  })

  /** Everything that decides what the member may do, as the server judges by it. */
  async function rights(): Promise<unknown> {
    const found = await test.app.sessions.rights({ userId: staffId, tenantId: 1 } as Session)
    const { rightsVersion: _, ...held } = (found ?? {}) as Partial<Session>
    const plain = (_name: string, value: unknown) =>
      value instanceof Set ? [...value].sort() : value instanceof Map ? Object.fromEntries(value) : value
    return JSON.parse(JSON.stringify(held, plain))
  }
  /** The newest line of the log, once it is written. */
  async function newest(): Promise<{ id: string; undoable: string | null; logContent: string }> {
    await test.app.events.settled()
    return (await call('GET', '/online/cgform/api/getData/sys_log?pageSize=1&logType=2')).records[0]
  }
  const operations = async () =>
    Number((await rows('select count(*) from platform.operation_change'))[0]?.count)

  const grant = (lastpermissionIds: string, permissionIds: string) =>
    call('POST', '/sys/permission/saveRolePermission', { roleId: role, permissionIds, lastpermissionIds })
  const toDepart = (lastpermissionIds: string, permissionIds: string) =>
    call('POST', '/sys/permission/saveDepartPermission', {
      departId: depart,
      permissionIds,
      lastpermissionIds,
    })
  const toDepartRole = (lastpermissionIds: string, permissionIds: string) =>
    call('POST', '/sys/sysDepartPermission/saveDeptRolePermission', {
      roleId: departRole,
      permissionIds,
      lastpermissionIds,
    })
  const toMember = (oldRoleId: string, newRoleId: string) =>
    call('POST', '/sys/sysDepartRole/deptRoleUserAdd', { userId: staffId, oldRoleId, newRoleId })
  const editUser = async (change: object) =>
    call('PUT', '/sys/user/edit', {
      ...(await call('GET', `/online/cgform/api/form/sys_user/${staffId}`)),
      ...change,
    })
  const rule = { permissionId: '', ruleName: '途径', ruleColumn: 'code', ruleConditions: '=', ruleValue: 'x' }
  let ruleId = ''
  const ruled = (dataRuleIds: string) =>
    call('POST', '/sys/role/datarule', { permissionId: menu, roleId: role, dataRuleIds })
  const columns = (last: string[], granted: string[]) =>
    call('POST', '/sys/role/formGrants', { roleId: role, form: 'expo_exhibition', last, granted })

  const ways: Record<string, Way> = {
    'a right given to a role': { change: () => grant('', list) },
    'a right taken from a role': { first: () => grant('', list), change: () => grant(list, '') },
    'a column and rows given to a role': { change: () => columns([], ['visible:fee', 'row:mine']) },
    'a data rule given to a role': {
      async first() {
        await grant('', menu)
        ruleId = await call('POST', '/sys/permission/addPermissionRule', { ...rule, permissionId: menu })
      },
      change: () => ruled(ruleId),
    },
    'a data rule that says something else': {
      async first() {
        await ruled(ruleId)
      },
      change: () =>
        call('PUT', '/sys/permission/editPermissionRule', {
          ...rule,
          id: ruleId,
          permissionId: menu,
          ruleValue: 'y',
        }),
    },
    'a right that an entry of the menu stands for': {
      change: () =>
        call('PUT', '/sys/permission/edit', {
          id: menu,
          menuType: 1,
          name: '途径',
          url: '/ways',
          formCode: 'sys_position',
          perms: 'ways:other',
        }),
    },
    'a role taken from a user': {
      change: () => call('DELETE', `/sys/user/deleteUserRole?roleId=${role}&userId=${staffId}`),
    },
    'a role given to a user on the form': {
      first: () => call('DELETE', `/sys/user/deleteUserRole?roleId=${role}&userId=${staffId}`),
      async change() {
        const { selectedroles } = await call('GET', `/online/cgform/api/form/sys_user/${staffId}`)
        await editUser({ selectedroles: `${selectedroles},${role}` })
      },
    },
    'departments of a user': { change: () => editUser({ selecteddeparts: '' }) },
    'a right given to a department role': {
      async first() {
        await toDepart('', list)
        await toMember('', departRole)
      },
      change: () => toDepartRole('', list),
    },
    'a right taken from a department': {
      first: () => toDepartRole('', list),
      change: () => toDepart(list, ''),
    },
    'a department role taken from a user': { change: () => toMember(departRole, '') },
  }

  /** Changes that are taken back by making the opposite one: what hung on the record is gone, or stands for more than rights. */
  const further: Record<string, Way> = {
    'administering the tenant': { change: () => administer(true), said: '的成员：新增 管理员' },
    'administering the tenant no more': { change: () => administer(false), said: '的成员：取消 管理员' },
    'an entry of the menu that is deleted': {
      async first() {
        await call('POST', '/sys/user/addSysUserRole', { roleId: role, userIdList: [staffId] })
        await grant('', `${list},${menu}`)
      },
      change: () => call('DELETE', `/sys/permission/delete?id=${menu}`),
    },
    'a role that is deleted': { change: () => call('DELETE', `/sys/role/delete?id=${role}`) },
  }
  const administer = (isAdmin: boolean) =>
    call('PUT', '/sys/tenant/administrator', { tenantId: 1, userId: staffId, isAdmin })

  /** Makes a change, which is heard of, in force and logged when this has ended. */
  async function changed(change: () => Promise<unknown>): Promise<void> {
    const [held, kept] = [await rights(), await operations()]
    heard = []
    const begun = performance.now()
    await change()
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect((heard[0] ?? 0) - begun).toBeLessThan(HEARD_MS)
    expect(await rights()).not.toEqual(held)
    expect(await operations()).toBeGreaterThan(kept)
  }

  it.each(Object.entries(ways))(
    '%s: an operation of the log, heard within 2 s, in force at once, and taken back from its line',
    async (_name, { first, change }) => {
      await first?.()
      const held = await rights()
      await changed(change)
      const line = await newest()
      expect(line.undoable).toBe('Y')
      heard = []
      await call('POST', '/online/action/sys_log/undo', { ids: [line.id] })
      expect(await rights()).toEqual(held)
      await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(0)
    },
  )

  it.each(Object.entries(further))(
    '%s: an operation of the log, heard within 2 s and in force at once',
    async (_name, { first, change, said = '' }) => {
      await first?.()
      await changed(change)
      expect(await newest()).toMatchObject({ undoable: null, logContent: expect.stringContaining(said) })
    },
  )
})
