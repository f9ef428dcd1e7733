import type { Row } from './model.ts'

/** Beside the texts of a row: the stored values, by column, that nothing has a text for any more. Absent where there are none. */
export const UNKNOWN_VALUES = '_unknownValues'

/** The values of a row that nothing has a text for, by column. */
export function unknownIn(row: Readonly<Row>): Readonly<Record<string, readonly string[]>> {
  const found = row[UNKNOWN_VALUES]
  return typeof found === 'object' && found !== null ? (found as Record<string, readonly string[]>) : {}
}

/** Those of one column that are still in it: a row that is being edited keeps what was said of values that it had before. */
export function unknownOf(row: Readonly<Row>, name: string): readonly string[] {
  const all = unknownIn(row)
  const unknown = Object.hasOwn(all, name) ? (all[name] ?? []) : []
  if (unknown.length === 0) return unknown
  const whole = String(row[name])
  const parts = new Set([whole, ...whole.split(',')])
  return unknown.filter((one) => parts.has(one))
}

/** True for what the server adds to a row beside its columns: texts of its values, and which have none. */
export function isBesideColumns(name: string): boolean {
  return name.endsWith('_dictText') || name === UNKNOWN_VALUES
}
