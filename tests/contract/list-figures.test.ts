import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const text = { type: 'string' as const }

const stand = formDocument(
  'stand',
  {
    name: { ...text, title: '名称' },
    state: {
      ...text,
      view: 'list',
      dict: [
        { value: '1', text: '空闲' },
        { value: '2', text: '已租' },
      ],
    },
    rent: { type: 'number', db: { type: 'BigDecimal', length: 12, scale: 2 } },
    places: { type: 'integer' },
    opened: { ...text, view: 'date', format: 'date' },
    tags: { ...text, view: 'list_multi', dict: [{ value: 'a', text: 'A' }] },
    secret: { ...text, view: 'password' },
    owner: text,
  },
  {
    list: {
      columns: [
        { field: 'name', total: 'count' },
        'state',
        { field: 'rent', total: 'sum' },
        { field: 'places', total: 'average' },
        'opened',
      ],
      query: ['name', 'state'],
      sort: 'name',
    },
    permissions: {
      columns: [
        { field: 'rent', control: 'visible' },
        { field: 'opened', control: 'visible' },
      ],
      rows: [{ code: 'own', title: '自己的', where: { field: 'owner', rule: 'eq', val: 'staff' } }],
    },
  },
)

const ROWS = [
  ['s1', '1', 100.5, 1, '2026-01-31', 'staff'],
  ['s2', '1', 200, 2, '2026-01-01', 'other'],
  ['s3', '2', null, 2, '2026-02-01', 'staff'],
  ['s4', null, 300, null, null, 'other'],
  ['s5', '', 1, 4, '2026-02-28', 'other'],
] as const

let test: TestApp
let admin = ''
let staff = ''
const dir = mkdtempSync(join(tmpdir(), 'figures-'))
beforeAll(async () => {
  writeFileSync(join(dir, 'stand.form.json'), JSON.stringify(stand))
  test = await createTestApp({ dirs: ['schemas/pages', dir] })
  ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
  const sql = (statement: string, values?: unknown[]) =>
    test.database.connections.writePool.query(statement, values)
  for (const [id, state, rent, places, opened, owner] of ROWS)
    await sql(
      `insert into data.stand (id, _tenant, _version, name, state, rent, places, opened, owner)
       values ($1, 1, 1, $1, $2, $3, $4, $5, $6)`,
      [id, state, rent, places, opened, owner],
    )
  // Another tenant's rows are never counted.
  await sql(
    `insert into data.stand (id, _tenant, _version, name, state, rent) values ('x', 2, 1, 'x', '1', 9000)`,
  )
  await sql(`insert into platform.form_grant (role_id, form_code, kind, key)
    select id, 'stand', 'row', 'own' from platform.sys_role where role_code = 'staff'`)
  await sql(`insert into platform.sys_permission (id, name, menu_type, perms, perms_type)
    values ('stand-list', 'list', 2, 'online:stand:list', '1')`)
  await sql(`insert into platform.sys_role_permission (id, role_id, permission_id)
    select 'stand-list', id, 'stand-list' from platform.sys_role where role_code = 'staff'`)
  await test.app.sessions.rightsChanged()
})
afterAll(async () => {
  await test.close()
  rmSync(dir, { recursive: true, force: true })
})

const ask = async (path: string, token = admin) => (await test.call(token, 'GET', path)).body
const condition = (records: readonly object[]) =>
  `superQueryMatchType=and&superQueryParams=${encodeURIComponent(encodeURI(JSON.stringify(records)))}`

describe('totals of a list', () => {
  it('are told of the columns that ask for them, over all rows of the query and not of its page', async () => {
    const { result } = await ask('/online/totals/stand?pageNo=2&pageSize=1')
    expect(result).toEqual({ name: 5, rent: 601.5, places: 2.25 })
  })

  it('follow filters and the advanced query', async () => {
    expect((await ask('/online/totals/stand?state=1')).result).toEqual({ name: 2, rent: 300.5, places: 1.5 })
    const dear = condition([{ field: 'rent', rule: 'ge', val: '200' }])
    expect((await ask(`/online/totals/stand?${dear}`)).result).toMatchObject({ name: 2, rent: 500 })
    expect((await ask('/online/totals/stand?name=nobody')).result).toEqual({
      name: 0,
      rent: null,
      places: null,
    })
  })

  it('are made of the rows and columns that the caller may see [perm-13]', async () => {
    expect((await ask('/online/totals/stand', staff)).result).toEqual({ name: 2, places: 1.5 })
  })

  it('need the right to the list, and rows in a table', async () => {
    expect((await test.call(staff, 'GET', '/online/totals/sys_tenant')).status).toBe(403)
    expect(await ask('/online/totals/online_user')).toMatchObject({
      success: false,
      message: '该列表没有统计',
    })
  })
})

describe('groups of a list', () => {
  it('tell how many rows have which value, with its text; nothing and an empty text are one group', async () => {
    expect((await ask('/online/groups/stand/state')).result).toEqual({
      isCut: false,
      groups: [
        { row: { state: '1', state_dictText: '空闲' }, count: 2 },
        { row: { state: null }, count: 2 },
        { row: { state: '2', state_dictText: '已租' }, count: 1 },
      ],
    })
  })

  it('of a day are its months, the latest first', async () => {
    const { groups } = (await ask('/online/groups/stand/opened')).result
    expect(groups).toEqual([
      { row: { opened: '2026-02' }, count: 2 },
      { row: { opened: '2026-01' }, count: 2 },
      { row: { opened: null }, count: 1 },
    ])
  })

  it('follow the query and the rules of the caller', async () => {
    expect((await ask('/online/groups/stand/state?name=s1')).result.groups).toHaveLength(1)
    expect((await ask('/online/groups/stand/state', staff)).result.groups).toEqual([
      { row: { state: '1', state_dictText: '空闲' }, count: 1 },
      { row: { state: '2', state_dictText: '已租' }, count: 1 },
    ])
  })

  it('are refused for a column that is hidden, secret, unknown, or holds several values', async () => {
    const refused = { success: false, message: '不能按该字段分组' }
    for (const field of ['secret', 'tags', 'rent', '_tenant', 'id', 'no_such', '__proto__'])
      expect(await ask(`/online/groups/stand/${field}`)).toMatchObject(refused)
    expect(await ask('/online/groups/stand/opened', staff)).toMatchObject(refused)
    expect(await ask('/online/board/stand/opened', staff)).toMatchObject(refused)
  })
})

describe('a board', () => {
  const shown = (groups: readonly { row: Row; count: number; records: Row[] }[]) =>
    groups.map(({ row, count, records }) => [row.state, count, records.map(({ id }) => id)])

  it('has the first rows of each group in the order of the list, and how many there are', async () => {
    const { groups } = (await ask('/online/board/stand/state?pageSize=1')).result
    expect(shown(groups)).toEqual([
      ['1', 2, ['s1']],
      [null, 2, ['s4']],
      ['2', 1, ['s3']],
    ])
    expect(groups[0].records[0]).toMatchObject({ _version: 1, state_dictText: '空闲', name: 's1' })
    expect(Object.keys(groups[0].records[0])).not.toContain('_group_place')
  })

  it('follows order, filters and rules of the list', async () => {
    const sorted = (await ask('/online/board/stand/state?column=name&order=desc')).result.groups
    expect(shown(sorted)[0]).toEqual(['1', 2, ['s2', 's1']])
    const own = (await ask('/online/board/stand/state?state=1', staff)).result.groups
    expect(shown(own)).toEqual([['1', 1, ['s1']]])
    expect(own[0].records[0]).not.toHaveProperty('rent')
  })
})
