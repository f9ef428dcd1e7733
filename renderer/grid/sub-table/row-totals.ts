import type { ListColumn, Row } from '#schemas/compile/model.ts'
import type { GridRow } from '../core/row-source.types.ts'

/** Digits behind the point of an average beyond those of its numbers. */
const AVERAGE_DIGITS = 2
const MOST_DIGITS = 10

/** Sums, averages and counts of these rows by column; cells without a number are left out, as by the server. */
export function rowTotals(columns: readonly ListColumn[], rows: readonly GridRow[]): Row {
  const totals: Row = {}
  for (const { field, total } of columns) {
    if (!total) continue
    const values = rows.map(({ values }) => values[field.name]).filter((value) => (value ?? '') !== '')
    if (total === 'count') {
      totals[field.name] = values.length
      continue
    }
    const numbers = values.map(Number).filter(Number.isFinite)
    const digits = Math.max(0, ...numbers.map(digitsOf))
    const sum = round(
      numbers.reduce((one, other) => one + other, 0),
      digits,
    )
    if (total === 'sum') totals[field.name] = sum
    else if (numbers.length > 0) totals[field.name] = round(sum / numbers.length, digits + AVERAGE_DIGITS)
  }
  return totals
}

function digitsOf(number: number): number {
  return Math.min(MOST_DIGITS, String(number).split('.')[1]?.length ?? 0)
}

/** Sums of tenths are no tenths: 0.1 + 0.2 is to be 0.3. */
function round(number: number, digits: number): number {
  return Number(number.toFixed(Math.min(digits, MOST_DIGITS)))
}
