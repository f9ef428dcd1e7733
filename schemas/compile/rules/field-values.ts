import { decimal, decimalText, round } from '../../rules/expression/decimal.ts'
import type { Kind } from '../../rules/expression/functions.ts'
import type { Value } from '../../rules/expression/syntax.ts'
import { isEqual, numberOf, textOf } from '../../rules/expression/values.ts'
import { onOffOptions } from '../../widget/on-off.ts'
import { traitsOf } from '../../widget/traits.ts'
import { isNumeric } from '../is-numeric.ts'
import type { Field } from '../model.ts'
import { normaliseValue } from '../normalise-value.ts'

/** What an expression finds in a field. */
export function kindOfField(field: Field): Kind {
  if (holdsNumbers(field)) return 'number'
  const { type } = field.column
  return type === 'Date' || type === 'Datetime' ? 'date' : 'text'
}

/** A stored value as an expression reads it. */
export function valueOfField(field: Field, stored: unknown): Value {
  const value = normaliseValue(field, stored)
  if (value === null || value === undefined) return null
  if (holdsNumbers(field))
    return typeof value === 'number' || typeof value === 'string' ? decimal(value) : null
  return typeof value === 'string' ? value : String(value)
}

/**
 * What an expression came to, as the field stores it: numbers are rounded half up to the digits that the field keeps, a condition
 * turns a switch on or off.
 */
export function storedValue(field: Field, value: Value): unknown {
  if (traitsOf(field.view).choices === 'onOff' && typeof value === 'boolean')
    return onOffOptions(field.options)[value ? 0 : 1].value
  if (value === null || typeof value === 'boolean') return null
  if (!holdsNumbers(field)) return normaliseValue(field, textOf(value))
  const number = numberOf(value)
  if (!number) return null
  const scale = placesOf(field)
  return normaliseValue(field, decimalText(scale === null ? number : round(number, scale)))
}

/** True where a value that was computed says the same as the one that is there. */
export function isSameValue(field: Field, one: unknown, other: unknown): boolean {
  return isEqual(valueOfField(field, one), valueOfField(field, other))
}

/** Digits behind the point that a field keeps; null where it keeps as many as there are. */
function placesOf({ column, property }: Field): number | null {
  if (column.type === 'int' || column.type === 'long' || property.type === 'integer') return 0
  if (column.type === 'BigDecimal') return column.scale ?? 0
  // What JavaScript holds without loss.
  return column.type === 'double' ? 12 : null
}

function holdsNumbers(field: Field): boolean {
  return isNumeric(field) || field.property.type !== 'string'
}
