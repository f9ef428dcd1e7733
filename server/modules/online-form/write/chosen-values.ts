import type { PoolClient } from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import type { Session } from '../../../permission/session.ts'
import type { FormView } from '../read/form-view.ts'
import { type AreaText, type TextColumn, textColumns } from '../read/row-texts.ts'
import type { RowRefusal } from './unique-values.ts'

/** Tells which values a dictionary has. */
export interface KnownValues {
  /**
   * Those of the values that exist for this user; null where that cannot be judged, as for a missing dictionary. Records
   * that are found stay until the transaction ends: until then they cannot be deleted.
   */
  existing(
    key: string,
    values: readonly string[],
    session: Session,
    client: PoolClient,
  ): Promise<ReadonlySet<string> | null>
}

/** A row about to be stored. */
export interface ChoosingRow {
  view: FormView
  row: Row
  /** What it is compared with: the stored record, or what a new one begins with. Only other values are judged. */
  before: Row
}

/** Longest value that is repeated in a message. */
const MAX_SHOWN = 30
/** Most values that one message names. */
const MAX_NAMED = 3

/**
 * Refuses values that could not have been chosen: entries that the dictionary, the table or the areas do not have. One
 * question per source, whatever the number of rows. A record whose value was deleted from its dictionary since can
 * still be saved: what it had before is not judged.
 */
export async function chosenErrors(
  rows: readonly ChoosingRow[],
  session: Session,
  dictionaries: KnownValues,
  areaText: AreaText,
  client: PoolClient,
): Promise<RowRefusal[]> {
  const asked: { at: number; column: TextColumn; values: string[] }[] = []
  const wanted = new Map<string, Set<string>>()
  rows.forEach(({ view, row, before }, at) => {
    for (const column of textColumns(view)) {
      if (!column.chosen || column.name === view.form.tree?.parent) continue
      const values = newValues(column, row[column.name], before[column.name])
      if (values.length === 0) continue
      asked.push({ at, column, values })
      if (!('key' in column.source)) continue
      const all = wanted.get(column.source.key) ?? new Set()
      for (const value of values) all.add(value)
      wanted.set(column.source.key, all)
    }
  })
  const answers = new Map<string, ReadonlySet<string> | null>()
  // In one order for all saves, since the records found stay locked.
  for (const [key, values] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1)))
    answers.set(key, await dictionaries.existing(key, [...values].sort(), session, client))
  return asked.flatMap(({ at, column, values }) => {
    const { source } = column
    const exists = (value: string): boolean => {
      if ('area' in source) return areaText(value) !== null
      if ('known' in source) return source.known.size === 0 || source.known.has(value)
      return answers.get(source.key)?.has(value) ?? true
    }
    const missing = values.filter((value) => !exists(value))
    if (missing.length === 0) return []
    const named = missing.slice(0, MAX_NAMED).map((value) => `“${shown(value)}”`)
    return [{ at, error: { field: column.name, message: `${column.title}${named.join('、')}不存在` } }]
  })
}

/** What the row chooses anew. Several areas may be joined, too: the way down to a district. */
function newValues(column: TextColumn, value: unknown, before: unknown): string[] {
  const several = column.multi || 'area' in column.source
  const parts = (stored: unknown): string[] => {
    if (stored === null || stored === undefined || stored === '') return []
    const whole = String(stored)
    return several ? whole.split(',').filter((part) => part !== '') : [whole]
  }
  const known = new Set(parts(before))
  return [...new Set(parts(value))].filter((part) => !known.has(part) && part !== column.root)
}

function shown(value: string): string {
  return value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value
}
