import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { UserRights } from '#server/permission/permission-data.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { wireRights } from './menu.ts'
import { createMenuEntries } from './menu-entries.ts'

describe('the menu on the wire', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    const row = (id: string, parent: string | null, type: number, more: Record<string, unknown> = {}) => ({
      id,
      parent_id: parent,
      name: `名称 ${id}`,
      menu_type: type,
      url: `/menu/${id}/:key`,
      component: 'x/Y',
      ...more,
    })
    await database.connections.write
      .insertInto('sys_permission')
      .values([
        row('top', null, 0, { sort_no: 2, redirect: '/menu/child', always_show: 1, icon: 'home' }),
        row('first', null, 0, { sort_no: 1 }),
        row('child', 'top', 1, { keep_alive: 1, form_code: 'expo', component_name: 'Own' }),
        row('hidden', 'top', 1, { hidden: 1, is_route: 0 }),
        row('site', 'top', 1, { url: 'https://example.com/a', internal_or_external: 1 }),
        row('orphan', 'not-granted', 1),
        row('loop-a', 'loop-b', 1),
        row('loop-b', 'loop-a', 1),
        row('button', 'child', 2, { perms: 'a:add', perms_type: '2', url: null }),
        row('off', 'child', 2, { perms: 'a:off', perms_type: '1', status: '0', url: null }),
        row('foreign', 'child', 2, { perms: 'a:foreign', perms_type: '1', url: null }),
        row('deleted', 'top', 1, { del_flag: 1 }),
      ] as never)
      .execute()
  })
  afterAll(() => database.drop())

  const parts = () => {
    const { read } = database.connections
    return { read, entries: createMenuEntries(read, { counter: () => null }) }
  }
  const rights = (more: Partial<UserRights>): UserRights => ({
    userId: 'u',
    username: 'u',
    realname: 'u',
    orgCode: '',
    orgCodes: [],
    roleIds: [],
    roleCodes: [],
    isAdmin: false,
    tenants: [1],
    tenantEnds: null,
    permissions: new Set(),
    permissionIds: new Set(),
    forms: new Map(),
    ...more,
  })
  const ids = [
    'top',
    'first',
    'child',
    'hidden',
    'site',
    'orphan',
    'loop-a',
    'loop-b',
    'button',
    'off',
    'deleted',
  ]

  it('is a tree of what was granted, in order, as the client reads it [call-14]', async () => {
    const { menu } = await wireRights(parts(), rights({ permissionIds: new Set(ids) }), 1)
    expect(menu.map((item) => item.id)).toEqual(['first', 'top', 'orphan'])
    const top = menu[1]
    expect(top).toMatchObject({
      path: '/menu/top/:key',
      name: 'menu-top-@key',
      route: '1',
      redirect: '/menu/child',
      alwaysShow: true,
      meta: { title: '名称 top', icon: 'home', keepAlive: false, internalOrExternal: false },
    })
    const byId = new Map(top?.children?.map((item) => [item.id, item]))
    expect([...byId.keys()].sort()).toEqual(['child', 'hidden', 'site'])
    expect(byId.get('child')).toMatchObject({
      name: 'Own',
      meta: { keepAlive: true, componentName: 'Own', form: 'expo' },
    })
    expect(byId.get('hidden')).toMatchObject({ route: '0', hidden: true })
    expect(byId.get('site')).toMatchObject({
      path: expect.stringMatching(/^[0-9a-f]{32}$/),
      meta: { internalOrExternal: true, url: 'https://example.com/a' },
    })
    // Buttons never stand in the menu.
    expect(byId.get('child')?.children).toBeUndefined()
  })

  it('has the own buttons that are on, and all buttons with their state', async () => {
    const answer = await wireRights(parts(), rights({ permissionIds: new Set(ids) }), 1)
    expect(answer.auth).toEqual([{ action: 'a:add', type: '2', describe: '名称 button' }])
    expect(answer.codeList).toEqual(['a:add'])
    expect(answer.allAuth.map(({ action, status }) => [action, status]).sort()).toEqual([
      ['a:add', '1'],
      ['a:foreign', '1'],
      ['a:off', '0'],
    ])
  })

  it('holds everything for an administrator, and ends where parents form a circle', async () => {
    const { menu, auth } = await wireRights(parts(), rights({ isAdmin: true }), 1)
    expect(menu.map((item) => item.id)).toContain('top')
    expect(JSON.stringify(menu)).not.toContain('deleted')
    expect(auth.map((entry) => entry.action).sort()).toEqual(['a:add', 'a:foreign'])
  })

  it('is read again when the table has changed, or might have, and not otherwise', async () => {
    const { read, readPool, writePool } = database.connections
    const changes: { count: number | null } = { count: 1 }
    const entries = createMenuEntries(read, { counter: () => changes.count })
    const titles = async () => {
      const { menu } = await wireRights({ read, entries }, rights({ permissionIds: new Set(['first']) }), 1)
      return menu.map(({ meta }) => meta.title)
    }
    const rename = (name: string) =>
      writePool.query('update platform.sys_permission set name = $1 where id = $2', [name, 'first'])
    expect(await titles()).toEqual(['名称 first'])
    const asked = vi.spyOn(readPool, 'connect')
    expect(await titles()).toEqual(['名称 first'])
    // The home page alone is asked for.
    expect(asked).toHaveBeenCalledTimes(1)
    asked.mockRestore()
    await rename('改过')
    changes.count = 2
    expect(await titles()).toEqual(['改过'])
    changes.count = null
    await rename('又改')
    expect(await titles()).toEqual(['又改'])
    await rename('名称 first')
    expect(await titles()).toEqual(['名称 first'])
  })
})
