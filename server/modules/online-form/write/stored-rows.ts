import type { PoolClient } from 'pg'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { batchesOf } from '../../../database/batches.ts'
import { quoted } from '../../../database/identifiers.ts'
import { recordTable } from '../sql/record-table.ts'

/*
 * The statements that write rows. They know the tenant and ids, not the user: callers have read the rows under
 * lock through `row-locks.ts`, which applies the row rule.
 */

/** A row together with its key, as it is to stand in the table. */
export interface KeyedRow {
  id: string
  row: Row
}

/**
 * Rows travel as one JSON parameter, which PostgreSQL reads by the types of the table's own columns: one statement
 * for thousands of rows, and no limit on the number of parameters is ever near.
 */
function rowsOf(form: CompiledForm, parameter: string): string {
  return `jsonb_populate_recordset(null::${recordTable(form).from}, ${parameter}::jsonb) as given`
}

/** The parameter for `rowsOf`: every value as the text that it would be bound as. */
function rowsJson(form: CompiledForm, rows: readonly Row[], columns: readonly string[]): string {
  const table = recordTable(form)
  // Between the quotes stands the column's own name.
  const named = columns.map((name) => [name, table.sql(name).slice(1, -1).replaceAll('""', '"')] as const)
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(named.map(([name, column]) => [column, boundText(row[name])]))),
  )
}

function keyedJson(form: CompiledForm, rows: readonly KeyedRow[], columns: readonly string[]): string {
  return rowsJson(
    form,
    rows.map(({ id, row }) => ({ ...row, id })),
    ['id', ...columns],
  )
}

function boundText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Adds rows to the table of a form. */
export async function storeNewRows(
  client: PoolClient,
  form: CompiledForm,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  const table = recordTable(form)
  const names = columns.map(table.sql).join(', ')
  for (const some of batchesOf(rows))
    await client.query(`insert into ${table.from} (${names}) select ${names} from ${rowsOf(form, '$1')}`, [
      rowsJson(form, some, columns),
    ])
  const { membership } = table
  if (membership)
    await client.query(
      `insert into platform.${quoted(membership.table)} (${quoted(membership.row)}, ${quoted(membership.tenant)})
       select given.id, given.tenant from unnest($1::text[], $2::int[]) as given(id, tenant)`,
      [rows.map(({ id }) => id), rows.map(({ _tenant }) => _tenant)],
    )
}

/** Gives rows of a tenant the values of these columns. */
export async function storeChangedRows(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  columns: readonly string[],
  rows: readonly KeyedRow[],
): Promise<void> {
  if (rows.length === 0) return
  const table = recordTable(form)
  const sets = columns.map((name) => `${table.sql(name)} = given.${table.sql(name)}`).join(', ')
  for (const some of batchesOf(rows))
    await client.query(
      `update ${table.from} as kept set ${sets} from ${rowsOf(form, '$1')}
       where ${table.scope('$2', 'kept')} and kept."id" = given."id"`,
      [keyedJson(form, some, columns), tenantId],
    )
}

/** Empties columns of rows of a tenant, so that others may take their unique values. */
export async function emptyColumns(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  columns: readonly string[],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const table = recordTable(form)
  await client.query(
    `update ${table.from} set ${columns.map((name) => `${table.sql(name)} = null`).join(', ')}
     where ${table.scope('$1')} and "id" = any($2::text[])`,
    [tenantId, [...ids]],
  )
}

/** Ids among the given rows whose values in these columns a stored record of the tenant has that is not among `except`. */
export async function idsWithTakenValues(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  columns: readonly string[],
  rows: readonly KeyedRow[],
  except: readonly string[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const table = recordTable(form)
  const same = columns.map((name) => `kept.${table.sql(name)} = given.${table.sql(name)}`).join(' and ')
  const taken = new Set<string>()
  for (const some of batchesOf(rows)) {
    const found = await client.query<{ id: string }>(
      `select distinct given."id" as id from ${table.from} as kept, ${rowsOf(form, '$1')}
       where ${table.scope('$2', 'kept')} and not kept."id" = any($3::text[]) and ${same}`,
      [keyedJson(form, some, columns), tenantId, [...except]],
    )
    for (const { id } of found.rows) taken.add(id)
  }
  return taken
}

/** Ids among the given rows whose stored values differ in one of these columns, as the database compares them. */
export async function idsUnlike(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  columns: readonly string[],
  rows: readonly KeyedRow[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0 || columns.length === 0) return new Set()
  const table = recordTable(form)
  const differs = columns.map((name) => `kept.${table.sql(name)} is distinct from given.${table.sql(name)}`)
  const unlike = new Set<string>()
  for (const some of batchesOf(rows)) {
    const found = await client.query<{ id: string }>(
      `select kept."id" as id from ${table.from} as kept join ${rowsOf(form, '$1')} on kept."id" = given."id"
       where ${table.scope('$2', 'kept')} and (${differs.join(' or ')})`,
      [keyedJson(form, some, columns), tenantId],
    )
    for (const { id } of found.rows) unlike.add(id)
  }
  return unlike
}

/** Which of these values some row of the tenant has in a column. */
export async function storedValues(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  column: string,
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  if (values.length === 0) return new Set()
  const table = recordTable(form)
  const { rows } = await client.query<{ value: string }>(
    `select distinct ${table.sql(column)}::text as value from ${table.from}
     where ${table.scope('$1')} and ${table.sql(column)}::text = any($2::text[])`,
    [tenantId, [...values]],
  )
  return new Set(rows.map(({ value }) => value))
}

/** Rows of a tenant with one of these values in a column, kept from changing until the transaction ends. */
export async function rowsWith(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  column: string,
  values: readonly string[],
): Promise<Row[]> {
  if (values.length === 0) return []
  const table = recordTable(form)
  const { rows } = await client.query<Row>(
    `select ${table.whole} from ${table.from}
     where ${table.scope('$1')} and ${table.sql(column)}::text = any($2::text[]) order by "id" for update`,
    [tenantId, [...values]],
  )
  return rows
}
