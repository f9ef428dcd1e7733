import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_PRINTED, type PrintedRecords } from '#schemas/api/print.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const text = { type: 'string' as const }

const ticket = formDocument(
  'ticket',
  { name: { ...text, title: '名称' }, note: text, price: { type: 'integer' }, owner: text },
  {
    list: { columns: ['name'], sort: 'name' },
    permissions: {
      columns: [{ field: 'price', control: 'visible' }],
      rows: [{ code: 'own', title: '自己的', where: { field: 'owner', rule: 'eq', val: 'staff' } }],
    },
    subTables: [{ code: 'ticket_part', foreignKey: 'ticket_id', relation: 'many' }],
  },
)
const part = formDocument('ticket_part', { ticket_id: text, what: text })

let test: TestApp
let admin = ''
let staff = ''
const dir = mkdtempSync(join(tmpdir(), 'print-'))
beforeAll(async () => {
  for (const document of [ticket, part])
    writeFileSync(join(dir, `${document.code}.form.json`), JSON.stringify(document))
  test = await createTestApp({ dirs: ['schemas/pages', dir] })
  ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
  const sql = (statement: string) => test.database.connections.writePool.query(statement)
  await sql(`insert into data.ticket (id, _tenant, _version, name, note, price, owner)
    select 't' || n, 1, 1, lpad(n::text, 5, '0'), 'note', n, case when n % 2 = 0 then 'staff' else 'other' end
    from generate_series(1, ${MAX_PRINTED + 3}) n`)
  await sql(`insert into data.ticket (id, _tenant, _version, name) values ('elsewhere', 2, 1, '00000')`)
  await sql(
    `insert into data.ticket_part (id, _tenant, _version, ticket_id, what) values ('p', 1, 1, 't2', 'seat')`,
  )
  await sql(`insert into platform.form_grant (role_id, form_code, kind, key)
    select id, 'ticket', 'row', 'own' from platform.sys_role where role_code = 'staff'`)
})
afterAll(async () => {
  await test.close()
  rmSync(dir, { recursive: true, force: true })
})

const print = (token: string, body: object) =>
  test.call(token, 'POST', '/online/print/ticket', { query: {}, ...body })
const printed = async (token: string, body: object = {}) =>
  (await print(token, body)).body.result as PrintedRecords
const grant = async (right: string) => {
  const sql = (statement: string, values: unknown[]) =>
    test.database.connections.writePool.query(statement, values)
  await sql(
    `insert into platform.sys_permission (id, name, menu_type, perms, perms_type) values ($1, $1, 2, $1, '1')`,
    [`online:ticket:${right}`],
  )
  await sql(
    `insert into platform.sys_role_permission (id, role_id, permission_id)
     select $1, id, $1 from platform.sys_role where role_code = 'staff'`,
    [`online:ticket:${right}`],
  )
  await test.app.sessions.rightsChanged()
}

describe('records that are printed', () => {
  it('are those of the query in its order, not of its page, and no more than can be printed', async () => {
    const { records, total } = await printed(admin, { query: { pageNo: 2, pageSize: 10 } })
    expect([records.length, total]).toEqual([MAX_PRINTED, MAX_PRINTED + 3])
    expect([records[0]?.name, records.at(-1)?.name]).toEqual(['00001', String(MAX_PRINTED).padStart(5, '0')])
    expect(Object.keys(records[0] ?? {})).not.toContain('ticket_part')
    const few = await printed(admin, { query: { name: '0000*', column: 'name', order: 'desc' } })
    expect(few.records.map(({ name }) => name)).toEqual(Array.from({ length: 9 }, (_, at) => `0000${9 - at}`))
    expect(few.total).toBe(9)
  })

  it('are whole with their sub rows where they are wanted so, and chosen by their keys', async () => {
    const { records, total } = await printed(admin, { selections: 't2,t3,elsewhere', whole: true })
    expect(total).toBe(2)
    expect(records).toMatchObject([
      { id: 't2', note: 'note', price: 2, ticket_part: [{ what: 'seat' }] },
      { id: 't3', ticket_part: [] },
    ])
  })

  it('are not all of them where nothing was chosen', async () => {
    expect((await print(admin, { selections: '' })).status).toBe(400)
  })

  it('need a right of their own, and keep to the rows and columns of their reader [perm-13]', async () => {
    await grant('list')
    expect((await print(staff, {})).status).toBe(403)
    await grant('print')
    const { records, total } = await printed(staff, { query: { name: '0000*' }, whole: true })
    expect([records.map(({ id }) => id), total]).toEqual([['t2', 't4', 't6', 't8'], 4])
    expect(records.some((row) => 'price' in row)).toBe(false)
    expect((await printed(staff, { selections: 't3' })).records).toEqual([])
  })

  it('are refused with a word where the question means nothing', async () => {
    expect((await print(admin, { selections: 't2\u0000' })).status).toBe(400)
    expect((await print(admin, { query: { superQueryParams: '[' } })).status).toBe(400)
    expect((await test.call(admin, 'POST', '/online/print/nothing', { query: {} })).status).toBe(404)
  })
})
