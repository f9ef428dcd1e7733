import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { createTestApp, type TestApp } from '../helpers/app.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'

/*
 * Installations made by earlier programs, stored by `scripts/dump-installation.ts`, one file per structure that was
 * released. Each is started with this program. In them: users with the test passwords, a customised copy of
 * `expo_category`, a form `visit_note` that exists in the database only, its menu with a data rule, the role `visitor`
 * (held by staff) with a row grant, a second tenant, a position, an announcement, a record of `expo` saved twice.
 */
const FOLDER = 'tests/upgrade'
const DUMPS = readdirSync(FOLDER).filter((name) => name.endsWith('.sql.gz'))

type Rows = Record<string, Record<string, unknown>[]>

/** Rows that a start may add to or change by design: menus and dictionaries follow the product's own files. */
const FOLLOWS_FILES = new Set([
  'public.expo_migration',
  'public.expo_migration_lock',
  'platform.form_table',
  'platform.sys_permission',
  'platform.sys_permission_data_rule',
  'platform.sys_dict',
  'platform.sys_dict_item',
  'platform.sys_fill_rule',
])

async function allRows(pool: Pool): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('platform', 'data') order by 1`,
  )
  const found: Rows = {}
  for (const { name } of tables)
    found[name] = (await pool.query(`select to_jsonb(t) as row from ${name} t`)).rows.map(({ row }) => row)
  return found
}

/** Columns, constraints (checks by name: PostgreSQL writes a restored one differently) and indexes of the platform's tables. */
async function structure(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, coalesce(column_default, '')) as line
       from information_schema.columns where table_schema = 'platform'
     union all select format('%s %s', conrelid::regclass, case contype when 'c' then conname else pg_get_constraintdef(oid) end) from pg_constraint
       where connamespace = 'platform'::regnamespace and contype in ('p', 'u', 'c', 'f')
     union all select indexdef from pg_indexes where schemaname = 'platform'
     order by 1`,
  )
  return rows.map(({ line }) => line)
}

/** Somebody who sees all exhibitors by one role, were it not that another one shows him his own only. */
async function narrowDesigners(pool: Pool): Promise<void> {
  await pool.query(
    `insert into platform.sys_role (id, role_code, role_name, tenant_id) values ('narrow', 'narrow', '只看自己', 1)`,
  )
  await pool.query(
    `insert into platform.form_grant (role_id, form_code, kind, key) values ('narrow', 'expo_exhibition', 'row', 'mine')`,
  )
  await pool.query(
    `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
     select 'narrow', id, 'narrow', 1 from platform.sys_user where username = 'designer'`,
  )
}

/** A document says since then what its row rules mean to whoever holds none; that line may have been added. */
function withoutSight({ body, ...row }: Record<string, unknown>): Record<string, unknown> {
  const document = JSON.parse(String(body)) as { permissions?: { unruled?: string } }
  delete document.permissions?.unruled
  return { ...row, body: document }
}

/** Lines of the log stand in the server's local time, in whole seconds, since 0017. */
function withoutTime({ create_time: _, ...row }: Record<string, unknown>): Record<string, unknown> {
  return row
}

/** The row's values of before must stand in a row of after; a new program may have added columns. */
function isKept(before: Record<string, unknown>, after: readonly Record<string, unknown>[]): boolean {
  return after.some((row) =>
    Object.entries(before).every(([name, value]) => JSON.stringify(row[name]) === JSON.stringify(value)),
  )
}

it('there is a stored installation of every released structure', () => {
  expect(DUMPS).toContain('0003-own-tables-only.sql.gz')
})

describe.each(DUMPS)('an installation as in %s, started with this program', (file) => {
  let database: TestDatabase
  let app: TestApp
  let before: Rows
  let after: Rows

  beforeAll(async () => {
    database = await createTestDatabase({ dump: join(FOLDER, file) })
    await narrowDesigners(database.connections.writePool)
    before = await allRows(database.connections.writePool)
    await migrate(database.connections)
    app = await createTestApp({ database })
    after = await allRows(database.connections.writePool)
  })
  afterAll(() => app.close())

  it('keeps every row with its version, every grant, every document of its own', () => {
    expect(Object.keys(before).length).toBeGreaterThan(30)
    for (const rows of [before, after]) {
      rows['platform.document'] = (rows['platform.document'] ?? []).map(withoutSight)
      rows['platform.sys_log'] = (rows['platform.sys_log'] ?? []).map(withoutTime)
    }
    const lost = Object.entries(before).flatMap(([table, rows]) =>
      FOLLOWS_FILES.has(table)
        ? []
        : rows.filter((row) => !isKept(row, after[table] ?? [])).map((row) => [table, row]),
    )
    expect(lost).toEqual([])
  })

  it('has the structure of a fresh installation', async () => {
    const fresh = await createTestDatabase()
    try {
      expect(await structure(database.connections.writePool)).toEqual(
        await structure(fresh.connections.writePool),
      )
    } finally {
      await fresh.drop()
    }
  })

  it('lets its users in with their passwords, and shows and changes what they could show and change', async () => {
    const staff = await app.signIn('staff')
    const list = await app.call(staff, 'GET', '/online/cgform/api/getData/expo?remark=第二次修改')
    expect(list.body.result.records).toHaveLength(1)
    const [row] = list.body.result.records
    const record = (await app.call(staff, 'GET', `/online/cgform/api/form/expo/${row.id}`)).body.result
    expect(record._version).toBe(before['data.expo']?.find(({ id }) => id === row.id)?._version)
    const saved = await app.call(staff, 'PUT', '/online/cgform/api/form/expo', {
      ...record,
      remark: '升级后',
    })
    expect(saved.body).toMatchObject({ success: true })
    const stale = await app.call(staff, 'PUT', '/online/cgform/api/form/expo', { ...record, remark: '过期' })
    expect(stale.status).toBe(409)
  })

  it('keeps the form that lives in the database, with its row grant and the data rule of its menu', async () => {
    const admin = await app.signIn('admin')
    const all = await app.call(admin, 'GET', '/online/cgform/api/getData/visit_note')
    expect(all.body.result.records.map(({ subject }: { subject: string }) => subject).sort()).toEqual([
      '拜访一号',
      '拜访二号',
    ])
    const staff = await app.signIn('staff')
    const own = await app.call(staff, 'GET', '/online/cgform/api/getData/visit_note')
    expect(own.body.result.records.map(({ subject }: { subject: string }) => subject)).toEqual(['拜访一号'])
  })

  it('shows what it showed to whoever holds no row rule, and no more', async () => {
    expect(app.documents.resolve('visit_note')?.permissions.unruled).toBe('all')
    const exhibitors = async (user: string) => {
      const list = '/online/cgform/api/getData/expo_exhibition?pageSize=1'
      return (await app.call(await app.signIn(user), 'GET', list)).body.result.total
    }
    const all = before['data.expo_exhibition'] ?? []
    expect(all.length).toBeGreaterThan(0)
    expect(await exhibitors('staff')).toBe(all.length)
    expect(await exhibitors('designer')).toBe(all.filter(({ owner }) => owner === 'designer').length)
  })

  it('uses the customised copy of a shipped document', () => {
    expect(app.documents.entry('expo_category')).toMatchObject({ source: 'database' })
    expect(app.documents.resolve('expo_category')?.title).toBe('展会分类（已定制）')
  })

  it('says in each announcement whom it names', async () => {
    const admin = await app.signIn('admin')
    const { body } = await app.call(admin, 'GET', '/sys/annountCement/list?msgType=USER&pageSize=50')
    expect(body.result.records.length).toBeGreaterThan(0)
    for (const { id, userIds } of body.result.records) {
      const named = (before['platform.sys_announcement_send'] ?? []).filter(
        (row) => row.annt_id === id && row.named,
      )
      expect(userIds.split(',').filter(Boolean).sort()).toEqual(named.map((row) => row.user_id).sort())
      expect(named.length).toBeGreaterThan(0)
    }
  })

  it('takes away no right from any role', () => {
    const pairs = (rows: Rows) =>
      (rows['platform.sys_role_permission'] ?? []).map(
        ({ role_id, permission_id }) => `${role_id} ${permission_id}`,
      )
    const kept = new Set(pairs(after))
    expect(pairs(before).filter((pair) => !kept.has(pair))).toEqual([])
  })
})
