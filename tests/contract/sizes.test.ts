import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { fillLarge } from '#tests/speed/system/fill.ts'

const SIZES = { users: 120, departs: 100, roles: 10, entries: 5200, dicts: 3, dictItems: 300, logs: 200 }
/** Statements that a session itself needs, at most. */
const OF_SESSION = 1

describe('a large installation', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp()
    await fillLarge(test.database.connect, 1, SIZES)
    // Two of the three dictionaries fit, the third does not.
    await write(`insert into platform.sys_dict_item (id, dict_id, item_text, item_value, sort_order)
      select 'more' || n, 'large-t1', '更多' || n, 'more' || n, 6000 + n from generate_series(1, 5000) n`)
    admin = await test.signIn('admin')
    expect(await get('/sys/dict/refleshCache')).toBeNull()
  })
  afterAll(() => test.close())

  const write = (text: string, values: unknown[] = []) =>
    test.database.connections.writePool.query(text, values)
  const get = async (url: string, token = admin) => (await test.call(token, 'GET', url)).body.result
  /** How many statements a call sends, after the session was taken up. */
  const statementsOf = async (url: string) => {
    await get(url)
    const asked = vi.spyOn(test.database.connections.readPool, 'query')
    try {
      await get(url)
      return asked.mock.calls.length
    } finally {
      asked.mockRestore()
    }
  }
  const names = (nodes: { departName: string }[]) => nodes.map(({ departName }) => departName)

  describe('its dictionaries', () => {
    it('are given to a client to keep as far as they fit; a larger one is asked for [session-03, call-70, call-72]', async () => {
      const { body } = await test.call(null, 'POST', '/sys/login', {
        username: 'admin',
        password: 'test-Admin-1',
      })
      const all = await get('/sys/dict/queryAllDictItems')
      for (const kept of [body.result.sysAllDictItems, all]) {
        expect(kept.sex.length).toBeGreaterThan(1)
        expect(kept.large_2).toHaveLength(100)
        expect(kept).not.toHaveProperty('large_1')
      }
      const items = await get('/sys/dict/getDictItems/large_1')
      expect(items).toHaveLength(5100)
      expect(items.at(-1)).toMatchObject({ value: 'more5000', text: '更多5000' })
      expect(await get('/sys/dict/loadDict/large_1?keyword=更多33&pageSize=3')).toHaveLength(3)
    })

    it('follow a change of an item that no client keeps [call-71]', async () => {
      const text = () => get('/sys/dict/getDictText/large_1/more7')
      expect(await text()).toBe('更多7')
      const item = await get('/online/cgform/api/form/sys_dict_item/more7')
      const saved = await test.call(admin, 'PUT', '/online/cgform/api/form/sys_dict_item', {
        ...item,
        itemText: '改过',
      })
      expect(saved.body).toMatchObject({ success: true })
      expect(await text()).toBe('改过')
      expect(await get('/sys/dict/getDictItems/nowhere')).toEqual([])
    })
  })

  describe('its departments', () => {
    it('are answered by level, and tell which can be opened [call-58]', async () => {
      const tops = await get('/sys/sysDepart/queryDepartTreeSync')
      const own = tops.filter(({ id }: { id: string }) => id.startsWith('large'))
      expect(own).toMatchObject([{ id: 'large-d0', departName: '部门0', parentId: '', isLeaf: false }])
      const below = await get('/sys/sysDepart/queryDepartTreeSync?pid=large-d0')
      expect(names(below)).toEqual(Array.from({ length: 31 }, (_, at) => `部门${at + 1}`))
      expect(below.map(({ isLeaf }: { isLeaf: boolean }) => isLeaf)).toEqual(
        below.map((_: unknown, at: number) => at > 2),
      )
    })

    it('are read no further than a call asks', async () => {
      for (const url of [
        '/sys/sysDepart/queryDepartTreeSync',
        '/sys/sysDepart/queryDepartTreeSync?pid=large-d0',
        '/sys/sysDepart/queryDepartTreeSync?name=部门9',
        '/sys/sysDepart/searchBy?keyWord=部门9',
      ])
        expect(await statementsOf(url), url).toBeLessThanOrEqual(2 + OF_SESSION)
    })

    it('stand at the top when the one above is gone', async () => {
      await write(`update platform.sys_depart set del_flag = 1 where id = 'large-d1'`)
      try {
        const tops = names(await get('/sys/sysDepart/queryDepartTreeSync'))
        expect(tops).toEqual(expect.arrayContaining(['部门0', '部门32', '部门62']))
        expect(tops).not.toContain('部门2')
        expect(await get('/sys/sysDepart/queryDepartTreeSync?pid=large-d1')).toHaveLength(31)
      } finally {
        await write(`update platform.sys_depart set del_flag = 0 where id = 'large-d1'`)
      }
    })

    it('are searched for at every level, and name their way', async () => {
      expect(names(await get('/sys/sysDepart/searchBy?keyWord=部门77'))).toEqual(['部门77'])
      expect(names(await get('/sys/sysDepart/queryDepartTreeSync?name=部门9')).length).toBe(11)
      expect(await get('/sys/sysDepart/getDepartPathNameByOrgCode?depId=large-d77')).toBe(
        '部门0/部门2/部门77',
      )
      const ways = await get('/sys/sysDepart/queryAllParentId?departId=large-d77,large-d1')
      expect(ways['large-d77'].parentIds).toEqual(['large-d0', 'large-d2', 'large-d77'])
      expect(ways['large-d1'].parentIds).toEqual(['large-d0', 'large-d1'])
      const { body } = await test.call(admin, 'GET', '/sys/sysDepart/searchBy?keyWord=没有这个')
      expect(body).toMatchObject({ success: false, message: '未查询匹配数据！' })
    })
  })

  it('gives a role all rights of its menu, and takes them again [call-55]', async () => {
    const save = (permissionIds: string[], lastpermissionIds: string[]) =>
      test.call(admin, 'POST', '/sys/permission/saveRolePermission', {
        roleId: 'large-r1',
        permissionIds: permissionIds.join(','),
        lastpermissionIds: lastpermissionIds.join(','),
      })
    const held = () => get('/sys/permission/queryRolePermission?roleId=large-r1')
    const all = await get('/sys/permission/queryRolePermission?roleId=large-many')
    expect(all).toHaveLength(SIZES.entries)
    expect((await save(all, [])).body).toMatchObject({ success: true })
    expect(await held()).toEqual(all)
    expect((await save([], all)).body).toMatchObject({ success: true })
    expect(await held()).toEqual([])
  })

  describe('its users', () => {
    const users = async (query: string) =>
      (await get(`/online/cgform/api/getData/sys_user?${query}`)) as {
        total: number
        records: { username: string; selectedroles: string }[]
      }
    const asked = (...entries: [string, string, string][]) =>
      `superQueryParams=${encodeURIComponent(
        JSON.stringify(entries.map(([field, rule, val]) => ({ field, rule, val, type: 'text' }))),
      )}`

    it('are found by a role or a department that they have', async () => {
      const role = await users(`pageSize=100&${asked(['selectedroles', 'eq', 'large-r3'])}`)
      expect(role.total).toBe(12)
      expect(role.records.every(({ selectedroles }) => selectedroles.split(',').includes('large-r3'))).toBe(
        true,
      )
      const either = await users(asked(['selectedroles', 'in', 'large-r3,large-r4']))
      expect(either.total).toBe(24)
      const all = await users('pageSize=1')
      const others = await users(asked(['selectedroles', 'ne', 'large-r3']))
      expect(others.total).toBe(all.total - 12)
      const neither = await users(asked(['selectedroles', 'not_in', 'large-r3,large-r4']))
      expect(neither.total).toBe(all.total - 24)
      const depart = await users('selecteddeparts=large-d7')
      expect(depart.records.map(({ username }) => username)).toEqual(['user000007', 'user000107'])
      expect((await users('selecteddeparts=large-d')).total).toBe(0)
    })

    it('are not sorted by what joins the keys of their roles', async () => {
      const first = async (order: string) =>
        (await users(`pageSize=3${order}`)).records.map((one) => one.username)
      const byName = await first('')
      for (const order of ['asc', 'desc'])
        expect(await first(`&column=selectedroles&order=${order}`)).toEqual(byName)
      expect(await first('&column=realname&order=desc')).not.toEqual(byName)
    })

    it('are counted again when one of them gets a role, a department or leaves', async () => {
      const inRole = () => users(`pageSize=5&${asked(['selectedroles', 'eq', 'large-r5'])}`)
      const { total } = await inRole()
      await test.call(admin, 'POST', '/sys/user/addSysUserRole', {
        roleId: 'large-r5',
        userIdList: ['large-u1'],
      })
      expect((await inRole()).total).toBe(total + 1)
      const all = (await users('pageSize=5')).total
      await test.call(admin, 'DELETE', '/sys/user/delete?id=large-u1')
      expect((await users('pageSize=5')).total).toBe(all - 1)
      expect((await inRole()).total).toBe(total)
    })
  })

  describe('its log', () => {
    const log = async (query: string) =>
      (await test.call(admin, 'GET', `/online/cgform/api/getData/sys_log?${query}`)).body
    const REFUSED = { success: false, message: '记录很多，请先选择开始时间，再按此条件查询或排序' }
    /** As if the table had so many rows. */
    const sized = (rows: number) =>
      write(`update pg_class set reltuples = $1 where oid = 'platform.sys_log'::regclass`, [rows])

    it('is counted by an index of its tenant alone', async () => {
      const client = await test.database.connections.writePool.connect()
      try {
        await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off')
        const { rows } = await client.query(
          'explain select count(*)::int as total from platform.sys_log where tenant_id = 1',
        )
        expect(JSON.stringify(rows)).toContain('Index Only Scan using sys_log_tenant')
      } finally {
        await client.query('rollback')
        client.release()
      }
    })

    it('asks from when on, where only reading all of it would answer [screen-103]', async () => {
      const text = `logContent=${encodeURIComponent('*修改用户1*')}`
      const begin = 'createTime_begin=2020-01-01%2000:00:00'
      expect((await log(text)).result.total).toBeGreaterThan(0)
      await sized(5_000_000)
      try {
        for (const query of [text, 'result=failure', 'column=costTime&order=desc'])
          expect(await log(query), query).toMatchObject(REFUSED)
        for (const query of ['', 'logType=1', 'username=user000003', 'ip=10.0.3.3', `${text}&${begin}`])
          expect((await log(query)).result.records.length, query).toBeGreaterThan(0)
        const until = `${text}&createTime_end=2999-01-01%2000:00:00`
        expect(await log(until)).toMatchObject(REFUSED)
        const either = encodeURIComponent(
          JSON.stringify([
            { field: 'createTime', rule: 'ge', val: '2020-01-01 00:00:00', type: 'datetime' },
            { field: 'result', rule: 'eq', val: 'failure', type: 'text' },
          ]),
        )
        expect(await log(`superQueryMatchType=or&superQueryParams=${either}`)).toMatchObject(REFUSED)
        expect(await log(`superQueryMatchType=and&superQueryParams=${either}`)).toMatchObject({
          success: true,
        })
      } finally {
        await sized(200)
      }
    })
  })
})
