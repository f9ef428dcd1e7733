import { isNumeric } from '#schemas/compile/is-numeric.ts'
import { add, type Decimal, decimal, decimalText, divide } from '#schemas/rules/expression/decimal.ts'
import type { GridColumn } from '../columns.ts'
import type { GridRow } from '../row-source.types.ts'

/** Cells from a corner to the one across, both included. */
export interface CellRange {
  top: number
  left: number
  bottom: number
  right: number
}

/** What selected cells come to; sum and average are null where none holds a number. */
export interface SelectionFigures {
  count: number
  sum: string | null
  average: string | null
}

/** Digits behind the point of an average beyond those of its sum. */
const AVERAGE_DIGITS = 2

/** Whether these ranges are more than one cell. */
export function isSeveral(ranges: readonly CellRange[]): boolean {
  const [first] = ranges
  return ranges.length > 1 || (!!first && (first.top !== first.bottom || first.left !== first.right))
}

/** Cells with a value are counted; those of number columns are added up exactly. A cell in two ranges counts once. */
export function selectionFigures(
  ranges: readonly CellRange[],
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
): SelectionFigures {
  const addsUp = columns.map(({ field }) => isNumeric(field) && field.dictKey === null)
  const seen = ranges.length > 1 ? new Set<number>() : null
  const total = createSum()
  let count = 0
  for (const { top, left, bottom, right } of ranges)
    for (const [at, { values }] of rows.slice(top, bottom + 1).entries())
      for (let col = left; col <= right; col++) {
        const value = values[columns[col]?.name ?? '']
        if (value === null || value === undefined || value === '') continue
        if (seen) {
          const place = (top + at) * columns.length + col
          if (seen.has(place)) continue
          seen.add(place)
        }
        count += 1
        if (addsUp[col]) total.take(value)
      }
  return { count, ...total.result() }
}

/** Numbers of JavaScript with so many digits behind the point are added as whole ones. */
const FAST_SCALE = 6
const FAST_UNITS = 10 ** FAST_SCALE

function createSum() {
  let numbers = 0
  let exact: Decimal = { units: 0n, scale: 0 }
  // A hundred thousand cells are added up at once: big integers are only for numbers that need them.
  let fast = 0
  return {
    take(value: unknown): void {
      if (typeof value === 'number') {
        const units = Math.round(value * FAST_UNITS)
        if (units / FAST_UNITS === value && Number.isSafeInteger(fast + units)) {
          fast += units
          numbers += 1
          return
        }
      }
      const read = typeof value === 'number' || typeof value === 'string' ? decimal(value) : null
      if (!read) return
      exact = add(exact, read)
      numbers += 1
    },
    result(): Pick<SelectionFigures, 'sum' | 'average'> {
      if (numbers === 0) return { sum: null, average: null }
      const sum = add(exact, { units: BigInt(fast), scale: FAST_SCALE })
      const average = divide(sum, { units: BigInt(numbers), scale: 0 })
      const digits = sum.scale + AVERAGE_DIGITS
      return {
        sum: decimalText(sum),
        average: average && trimmed(decimalText(average, Math.min(average.scale, digits))),
      }
    },
  }
}

/** Without zeros at the end of what stands behind the point. */
function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
