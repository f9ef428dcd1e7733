import type { PoolClient } from 'pg'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { dataTable, quoted } from '../../database/identifiers.ts'

/*
 * The statements that write rows. They know the tenant and ids, not the user: whoever calls them has read the rows under
 * lock through `row-locks.ts`, which applies the row rule.
 */

/** A row together with its key, as it is to stand in the table. */
export interface KeyedRow {
  id: string
  row: Row
}

/**
 * Rows travel as one JSON parameter, which PostgreSQL reads by the types of the table's own columns: one statement
 * however many rows there are, and no limit on the number of parameters is ever near.
 */
function rowsOf(form: CompiledForm, parameter: string): string {
  return `jsonb_populate_recordset(null::${dataTable(form.table.name)}, ${parameter}::jsonb) as given`
}

/** The parameter for `rowsOf`: every value as the text that it would be bound as. */
function rowsJson(rows: readonly Row[], columns: readonly string[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((name) => [name, boundText(row[name])]))),
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
  const names = columns.map(quoted).join(', ')
  await client.query(
    `insert into ${dataTable(form.table.name)} (${names}) select ${names} from ${rowsOf(form, '$1')}`,
    [rowsJson(rows, columns)],
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
  const sets = columns.map((name) => `${quoted(name)} = given.${quoted(name)}`).join(', ')
  await client.query(
    `update ${dataTable(form.table.name)} as kept set ${sets} from ${rowsOf(form, '$1')}
     where kept."_tenant" = $2 and kept."id" = given."id"`,
    [
      rowsJson(
        rows.map(({ id, row }) => ({ ...row, id })),
        ['id', ...columns],
      ),
      tenantId,
    ],
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
  await client.query(
    `update ${dataTable(form.table.name)} set ${columns.map((name) => `${quoted(name)} = null`).join(', ')}
     where "_tenant" = $1 and "id" = any($2::text[])`,
    [tenantId, [...ids]],
  )
}

/** Ids among the given rows whose values in these columns another stored record of the tenant has. */
export async function idsWithTakenValues(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  columns: readonly string[],
  rows: readonly KeyedRow[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const same = columns.map((name) => `kept.${quoted(name)} = given.${quoted(name)}`).join(' and ')
  const found = await client.query<{ id: string }>(
    `select distinct given."id" as id from ${dataTable(form.table.name)} as kept, ${rowsOf(form, '$1')}
     where kept."_tenant" = $2 and not kept."id" = any($3::text[]) and ${same}`,
    [
      rowsJson(
        rows.map(({ id, row }) => ({ ...row, id })),
        ['id', ...columns],
      ),
      tenantId,
      rows.map(({ id }) => id),
    ],
  )
  return new Set(found.rows.map(({ id }) => id))
}
