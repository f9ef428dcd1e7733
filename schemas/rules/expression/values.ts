import { compareDecimals, type Decimal, decimal, decimalText, isDecimal } from './decimal.ts'
import type { Value } from './syntax.ts'

/** The number that a value is, or that its text says; null where it is none. */
export function numberOf(value: Value): Decimal | null {
  if (isDecimal(value)) return value
  return typeof value === 'string' ? decimal(value) : null
}

/** The text that a value is written as; nothing is an empty text. */
export function textOf(value: Value): string {
  if (value === null || typeof value === 'boolean') return ''
  return isDecimal(value) ? decimalText(value) : value
}

/**
 * Sign of left − right; null where the two have no order. A number and a text that says one are compared as numbers, a day and a
 * moment by their day, other texts letter by letter.
 */
export function compareValues(left: Value, right: Value): number | null {
  if (left === null || right === null) return null
  if (typeof left === 'boolean' || typeof right === 'boolean') return left === right ? 0 : null
  if (isDecimal(left) || isDecimal(right)) {
    const [one, other] = [numberOf(left), numberOf(right)]
    return one && other ? compareDecimals(one, other) : null
  }
  const [one, other] = sameLength(left, right)
  return one === other ? 0 : one < other ? -1 : 1
}

/** True where both are the same, or both nothing. */
export function isEqual(left: Value, right: Value): boolean {
  if (left === null || right === null) return left === right
  return compareValues(left, right) === 0
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}[ T]/

/** A day compared with a moment means the whole day. */
function sameLength(left: string, right: string): [string, string] {
  if (DAY.test(left) && MOMENT.test(right)) return [left, right.slice(0, 10)]
  if (DAY.test(right) && MOMENT.test(left)) return [left.slice(0, 10), right]
  return [left, right]
}
