import type { PoolClient } from 'pg'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { dataTable, physicalIndexName, quoted } from './identifiers.ts'
import { Parameters } from './where.ts'

/** Column sets of a form that may not repeat within a tenant. */
export function uniqueSets(form: CompiledForm): (readonly string[])[] {
  const sets: (readonly string[])[] = form.table.indexes
    .filter((index) => index.unique)
    .map((index) => withoutTenant(index.columns))
  for (const field of form.fields)
    if (
      field.property.unique &&
      field.persist &&
      !sets.some((set) => set.length === 1 && set[0] === field.name)
    )
      sets.push([field.name])
  return sets
}

/** Looks, inside the transaction, for another record with the same unique values. */
export async function findRepeated(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  id: string,
  row: Row,
): Promise<RowError[]> {
  const errors: RowError[] = []
  for (const columns of uniqueSets(form)) {
    if (columns.some((name) => row[name] === null || row[name] === undefined || row[name] === '')) continue
    const parameters = new Parameters()
    const same = columns.map((name) => `${quoted(name)} = ${parameters.add(row[name])}`).join(' and ')
    const { rowCount } = await client.query(
      `select 1 from ${dataTable(form.table.name)}
       where "_tenant" = ${parameters.add(tenantId)} and "id" <> ${parameters.add(id)} and ${same} limit 1`,
      parameters.values,
    )
    if (rowCount) errors.push(repeated(form, columns))
  }
  return errors
}

/** Rows of one body that repeat each other's unique values. */
export function repeatedWithin(form: CompiledForm, rows: readonly Row[]): { row: number; error: RowError }[] {
  const found: { row: number; error: RowError }[] = []
  for (const columns of uniqueSets(form)) {
    const seen = new Set<string>()
    rows.forEach((row, at) => {
      if (columns.some((name) => row[name] === null || row[name] === undefined || row[name] === '')) return
      const key = JSON.stringify(columns.map((name) => String(row[name])))
      if (seen.has(key)) found.push({ row: at, error: repeated(form, columns) })
      seen.add(key)
    })
  }
  return found
}

/** The error of a unique index that a parallel save hit first. */
export function repeatedByIndex(form: CompiledForm, constraint: string | undefined): RowError {
  const index = form.table.indexes.find(
    (entry) => physicalIndexName(form.table.name, entry.name) === constraint,
  )
  return index ? repeated(form, withoutTenant(index.columns)) : { field: '', message: '数据库中已存在该记录' }
}

/** Every comparison knows the tenant anyway. */
function withoutTenant(columns: readonly string[]): readonly string[] {
  return columns.filter((name) => name !== '_tenant')
}

function repeated(form: CompiledForm, columns: readonly string[]): RowError {
  const titles = columns.map((name) => form.fields.find((field) => field.name === name)?.title ?? name)
  return { field: columns[0] ?? '', message: `${titles.join('、')}的值已存在` }
}
