import type { PoolClient } from 'pg'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { recordTable } from '../sql/record-table.ts'
import { idsWithTakenValues, type KeyedRow } from './stored-rows.ts'

/** Column sets of a form that may not repeat within a tenant. */
export function uniqueSets(form: CompiledForm): (readonly string[])[] {
  const sets: (readonly string[])[] = [...recordTable(form).unique.values()]
  for (const field of form.fields)
    if (
      field.property.unique &&
      field.persist &&
      !sets.some((set) => set.length === 1 && set[0] === field.name)
    )
      sets.push([field.name])
  return sets
}

/** A refusal of one row among several. */
export interface RowRefusal {
  /** Place of the row in the list that was asked about. */
  at: number
  error: RowError
}

/** Looks, inside the transaction, for other records with the same unique values: one question per unique set. */
export async function findRepeated(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  rows: readonly KeyedRow[],
  /** Stored rows that the same save takes away. */
  leaving: readonly string[] = [],
): Promise<RowRefusal[]> {
  const refusals: RowRefusal[] = []
  for (const columns of uniqueSets(form)) {
    const taken = await idsWithTakenValues(
      client,
      form,
      tenantId,
      columns,
      rows.filter(({ row }) => isComplete(columns, row)),
      // A row of the same save may let go of the value.
      [...rows.map(({ id }) => id), ...leaving],
    )
    rows.forEach(({ id }, at) => {
      if (taken.has(id)) refusals.push({ at, error: repeated(form, columns) })
    })
  }
  return refusals
}

/**
 * Rows of one change that must let go of their unique values first, because another row of the same change takes them:
 * the database looks at each row of a statement on its own.
 */
export function rowsInTheWay(
  form: CompiledForm,
  changes: readonly { id: string; row: Row; stored: Row }[],
): { columns: readonly string[]; ids: string[] }[] {
  return uniqueSets(form).flatMap((columns) => {
    const holders = new Map(
      changes
        .filter(({ stored }) => isComplete(columns, stored))
        .map(({ id, stored }) => [keyOf(columns, stored), id]),
    )
    const ids = new Set<string>()
    for (const { id, row } of changes) {
      const holder = isComplete(columns, row) ? holders.get(keyOf(columns, row)) : undefined
      if (holder !== undefined && holder !== id) ids.add(holder)
    }
    return ids.size > 0 ? [{ columns, ids: [...ids] }] : []
  })
}

/** An empty value repeats nothing. */
export function isComplete(columns: readonly string[], row: Row): boolean {
  return columns.every((name) => row[name] !== null && row[name] !== undefined && row[name] !== '')
}

/** The values of a row in these columns as one text. */
export function keyOf(columns: readonly string[], row: Row): string {
  return JSON.stringify(columns.map((name) => String(row[name])))
}

/** Rows of one body that repeat each other's unique values. */
export function repeatedWithin(form: CompiledForm, rows: readonly Row[]): RowRefusal[] {
  const found: RowRefusal[] = []
  for (const columns of uniqueSets(form)) {
    const seen = new Set<string>()
    rows.forEach((row, at) => {
      if (!isComplete(columns, row)) return
      const key = keyOf(columns, row)
      if (seen.has(key)) found.push({ at, error: repeated(form, columns) })
      seen.add(key)
    })
  }
  return found
}

/** The error of a unique index that a parallel save hit first. */
export function repeatedByIndex(form: CompiledForm, constraint: string | undefined): RowError {
  const columns = constraint === undefined ? undefined : recordTable(form).unique.get(constraint)
  return columns ? repeated(form, columns) : { field: '', message: '数据库中已存在该记录' }
}

function repeated(form: CompiledForm, columns: readonly string[]): RowError {
  const titles = columns.map((name) => form.fields.find((field) => field.name === name)?.title ?? name)
  return { field: columns[0] ?? '', message: `${titles.join('、')}的值已存在` }
}
