import type { Comparison, Condition } from '../page/condition.ts'
import { comparisonValues } from './comparison-values.ts'
import type { Variables } from './form-variables.ts'
import { holdsSeveral } from './holds-several.ts'
import type { CompiledForm, Field, Row } from './model.ts'

const MAX_DEPTH = 12
const NUMERIC: ReadonlySet<string> = new Set(['int', 'long', 'double', 'BigDecimal'])
const fieldsByName = new WeakMap<CompiledForm, ReadonlyMap<string, Field>>()

/**
 * Tells whether a row meets a condition, as the database would: a missing value equals nothing, an unknown variable or
 * field matches no row. With the form, values are compared by the type of their column.
 */
export function evaluateCondition(
  condition: Condition,
  row: Readonly<Row>,
  variables: Variables = {},
  form: CompiledForm | null = null,
  depth = 0,
): boolean {
  if (depth > MAX_DEPTH) return false
  if ('and' in condition)
    return (
      condition.and.length > 0 &&
      condition.and.every((part) => evaluateCondition(part, row, variables, form, depth + 1))
    )
  if ('or' in condition)
    return condition.or.some((part) => evaluateCondition(part, row, variables, form, depth + 1))
  return compare(condition, row, variables, form ? fieldOf(form, condition.field) : null)
}

function fieldOf(form: CompiledForm, name: string): Field | null {
  let known = fieldsByName.get(form)
  if (!known) {
    known = new Map(form.fields.map((field) => [field.name, field]))
    fieldsByName.set(form, known)
  }
  return known.get(name) ?? null
}

function compare(
  comparison: Comparison,
  row: Readonly<Row>,
  variables: Variables,
  field: Field | null,
): boolean {
  const stored = Object.hasOwn(row, comparison.field) ? row[comparison.field] : null
  const empty = stored === null || stored === undefined || stored === ''
  const { rule } = comparison
  if (rule === 'empty') return empty
  if (rule === 'not_empty') return !empty

  const values = comparisonValues(comparison, variables)
  if (values === null) return false
  const [first] = values
  if (first === undefined) return rule === 'not_in' || (rule === 'eq' && empty)
  if (empty) return rule === 'ne' || rule === 'not_like' || rule === 'not_in'

  const text = String(stored)
  const items = field && holdsSeveral(field) ? text.split(',') : null
  switch (rule) {
    case 'like':
      return text.includes(first)
    case 'not_like':
      return !text.includes(first)
    case 'left_like':
      return text.endsWith(first)
    case 'right_like':
      return text.startsWith(first)
    case 'in':
    case 'not_in': {
      const found = values.some((value) =>
        items ? items.includes(value) : order(stored, value, field) === 0,
      )
      return rule === 'in' ? found : !found
    }
    case 'eq':
      return items ? items.includes(first) : order(stored, first, field) === 0
    case 'ne':
      if (items) return !items.includes(first)
      return Math.abs(order(stored, first, field)) === 1
    default: {
      const sign = order(stored, first, field)
      if (rule === 'gt') return sign > 0
      if (rule === 'ge') return sign >= 0
      return rule === 'lt' ? sign < 0 : sign <= 0
    }
  }
}

/** Sign of stored − wanted by the column's type; NaN where the two cannot be compared. */
function order(stored: unknown, wanted: string, field: Field | null): number {
  const numeric = field ? NUMERIC.has(field.column.type) : typeof stored === 'number'
  if (numeric) {
    const [left, right] = [Number(stored), Number(wanted)]
    return wanted.trim() === '' ? Number.NaN : Math.sign(left - right)
  }
  const text = String(stored)
  // A day compared with a point of time means the whole day.
  const left =
    /^\d{4}-\d{2}-\d{2}$/.test(wanted) && /^\d{4}-\d{2}-\d{2}[ T]/.test(text) ? text.slice(0, 10) : text
  return left === wanted ? 0 : left < wanted ? -1 : 1
}
