import type { Field } from './model.ts'

const NUMERIC: ReadonlySet<string> = new Set(['int', 'long', 'double', 'BigDecimal'])
/** Digits that a JavaScript number holds without loss. */
const SAFE_DIGITS = 15

/** True for a field whose values are numbers on the wire. */
export function isNumeric({ column }: Pick<Field, 'column'>): boolean {
  return NUMERIC.has(column.type)
}

/** True for numbers that may have more digits than a JavaScript number holds: those travel as text. */
export function isWide({ column }: Pick<Field, 'column'>): boolean {
  return column.type === 'long' || (column.type === 'BigDecimal' && (column.length ?? 0) > SAFE_DIGITS)
}
