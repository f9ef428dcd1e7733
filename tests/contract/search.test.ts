import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormStarts, SearchResult } from '#schemas/api/search.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const text = { type: 'string' as const }
const fields = { name: { ...text, title: '名称' }, phone: { ...text, title: '电话' }, owner: text }

const guest = formDocument('guest', fields, {
  title: '来宾',
  search: ['name', 'phone'],
  list: { actions: ['add', 'edit', 'import'], sort: 'name' },
  permissions: {
    columns: [{ field: 'phone', control: 'visible' }],
    rows: [{ code: 'own', title: '自己的', where: { field: 'owner', rule: 'eq', val: 'staff' } }],
  },
})
/** Lies in the same database, and names no fields to be found by. */
const silent = formDocument('silent', fields)
const closed = formDocument('closed', fields, { search: ['name'], list: { sort: 'name' } })

const ROWS = [
  ['g1', 1, 'Zeta 100%', '13800000001', 'staff'],
  ['g2', 1, 'zeta 100 of others', '13800000002', 'other'],
  ['g3', 1, 'Alpha', '13899990000', 'staff'],
  ['g4', 2, 'Zeta of another tenant', '13800000003', 'staff'],
] as const

let test: TestApp
let admin = ''
let staff = ''
const dir = mkdtempSync(join(tmpdir(), 'search-'))
beforeAll(async () => {
  for (const document of [guest, silent, closed])
    writeFileSync(join(dir, `${document.code}.form.json`), JSON.stringify(document))
  test = await createTestApp({ dirs: ['schemas/pages', dir] })
  ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
  const sql = (statement: string, values?: unknown[]) =>
    test.database.connections.writePool.query(statement, values)
  for (const form of ['guest', 'silent', 'closed'])
    for (const [id, tenant, name, phone, owner] of ROWS)
      await sql(
        `insert into data.${form} (id, _tenant, _version, name, phone, owner) values ($1, $2, 1, $3, $4, $5)`,
        [id, tenant, name, phone, owner],
      )
  await sql(`insert into platform.form_grant (role_id, form_code, kind, key)
    select id, 'guest', 'row', 'own' from platform.sys_role where role_code = 'staff'`)
  for (const right of ['list', 'add']) {
    await sql(`insert into platform.sys_permission (id, name, menu_type, perms, perms_type)
      values ('guest-${right}', '${right}', 2, 'online:guest:${right}', '1')`)
    await sql(`insert into platform.sys_role_permission (id, role_id, permission_id)
      select 'guest-${right}', id, 'guest-${right}' from platform.sys_role where role_code = 'staff'`)
  }
  await test.app.sessions.rightsChanged()
})
afterAll(async () => {
  await test.close()
  rmSync(dir, { recursive: true, force: true })
})

async function find(word: string, token = admin): Promise<SearchResult> {
  const { body } = await test.call(token, 'GET', `/online/search?q=${encodeURIComponent(word)}`)
  return body.result as SearchResult
}
const keys = ({ records }: SearchResult) => records.map(({ form, id }) => `${form} ${id}`)

it('finds records of all forms whose documents say by which fields, in any case', async () => {
  const { records, unfinished } = await find('ZETA')
  expect(unfinished).toEqual([])
  expect(records).toEqual([
    { form: 'closed', formTitle: 'closed', id: 'g1', title: 'Zeta 100%', note: '' },
    { form: 'closed', formTitle: 'closed', id: 'g2', title: 'zeta 100 of others', note: '' },
    { form: 'guest', formTitle: '来宾', id: 'g1', title: 'Zeta 100%', note: '' },
    { form: 'guest', formTitle: '来宾', id: 'g2', title: 'zeta 100 of others', note: '' },
  ])
})

it('says in which field the text stands, where the title does not hold it', async () => {
  expect((await find('138999900')).records).toMatchObject([
    { id: 'g3', title: 'Alpha', note: '电话：13899990000' },
  ])
})

it('takes wildcards for what they are, and finds nothing by nothing', async () => {
  expect(keys(await find('100%'))).toEqual(['closed g1', 'guest g1'])
  expect(keys(await find('_eta'))).toEqual([])
  expect(keys(await find('  '))).toEqual([])
})

it('finds for each user what the lists would show: forms, rows, columns and tenant', async () => {
  expect(keys(await find('zeta', staff))).toEqual(['guest g1'])
  // The column with the phone is hidden from whoever has no grant.
  expect(keys(await find('138999900', staff))).toEqual([])
})

it('is for those who are signed in, and refuses what no database takes', async () => {
  expect((await test.call('', 'GET', '/online/search?q=a')).status).toBe(401)
  expect((await test.call(admin, 'GET', '/online/search?q=a%00')).status).toBe(400)
  expect((await test.call(admin, 'GET', '/online/search')).status).toBe(400)
})

it('names the forms that do not finish, and answers in time', async () => {
  const client = await test.database.connections.writePool.connect()
  try {
    await client.query('begin')
    await client.query('lock table data.guest in access exclusive mode')
    const began = Date.now()
    const found = await find('zeta')
    expect(Date.now() - began).toBeLessThan(2000)
    expect(found.unfinished).toEqual(['来宾'])
    expect(keys(found)).toEqual(['closed g1', 'closed g2'])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

it('says what may be begun in which list', async () => {
  const starts = async (token: string) =>
    ((await test.call(token, 'GET', '/online/search/starts')).body.result as FormStarts[]).find(
      ({ form }) => form === 'guest',
    )
  expect(await starts(admin)).toEqual({ form: 'guest', formTitle: '来宾', starts: ['add', 'import'] })
  expect(await starts(staff)).toEqual({ form: 'guest', formTitle: '来宾', starts: ['add'] })
})
