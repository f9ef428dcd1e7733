import { isDate, isDatetime, isNumberText, isTime } from '../rules/wire-values.ts'
import { traitsOf } from '../widget/traits.ts'
import type { Field } from './model.ts'

/** True for a field that holds a time of day. */
export function isTimeField(field: Field): boolean {
  return (
    field.column.type === 'string' &&
    (traitsOf(field.view).calendar === 'time' || field.property.format === 'time')
  )
}

/**
 * Brings a value that came over the wire into the form in which it is stored. Never throws; a value that has no such
 * form stays as it is, for the validator to refuse.
 */
export function normaliseValue(field: Field, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number'))
    return normaliseValue(field, value.join(','))
  switch (field.column.type) {
    case 'int':
    case 'long':
    case 'double':
    case 'BigDecimal':
      return typeof value === 'string' ? number(value) : value
    case 'Date':
      return typeof value === 'string' ? day(value) : value
    case 'Datetime':
      return typeof value === 'string' ? moment(value) : value
    default:
      if (typeof value === 'number') return Number.isFinite(value) ? String(value) : value
      return typeof value === 'string' && isTimeField(field) ? time(value) : value
  }
}

/** Text that a JavaScript number holds exactly becomes a number; more digits stay text, so that none is lost. */
function number(value: string): unknown {
  const text = value.trim()
  if (text === '') return null
  if (!isNumberText(text)) return value
  const parsed = Number(text)
  const plain = text.replace(/^\+/, '')
  if (Number.isSafeInteger(parsed) && /^-?\d+$/.test(plain)) return parsed
  return plain.replace(/[-.eE]/g, '').length <= 15 ? parsed : plain
}

function day(value: string): string | null {
  const text = value.trim()
  if (text === '') return null
  // A picker may send the whole moment; only its day is stored.
  return text.length > 10 && isDatetime(moment(text) ?? '') ? text.slice(0, 10) : text
}

function moment(value: string): string | null {
  const text = value.trim().replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ')
  if (text === '') return null
  if (isDate(text)) return `${text} 00:00:00`
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text) ? `${text}:00` : text
}

function time(value: string): string | null {
  const text = value.trim()
  if (text === '') return null
  return isTime(`${text}:00`) ? `${text}:00` : text
}
