import type { Comparison, Condition, ConditionValue } from '../page/condition.ts'
import type { Row } from './model.ts'

/** Values of `#{…}` variables, e.g. `{ sys_user_code: 'zhang' }`. */
export type Variables = Readonly<Record<string, string>>

const NO_VARIABLES: Variables = {}

/** Whether a row fits a condition. A missing value fits nothing but `empty`, `ne`, `not_in` and `not_like`. */
export function evaluateCondition(
  condition: Condition,
  row: Row,
  variables: Variables = NO_VARIABLES,
): boolean {
  if ('and' in condition) return condition.and.every((part) => evaluateCondition(part, row, variables))
  if ('or' in condition) return condition.or.some((part) => evaluateCondition(part, row, variables))
  return compare(condition, Object.hasOwn(row, condition.field) ? row[condition.field] : null, variables)
}

/** Names of the fields that a condition looks at. */
export function fieldsOfCondition(condition: Condition): string[] {
  if ('and' in condition) return condition.and.flatMap(fieldsOfCondition)
  if ('or' in condition) return condition.or.flatMap(fieldsOfCondition)
  return [condition.field]
}

/** Puts the values of `#{name}` into a text; an unknown variable stays as it is and so matches nothing by accident. */
export function fillVariables(text: string, variables: Variables): string {
  return text.replace(/#\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : whole,
  )
}

function compare({ rule, val }: Comparison, value: unknown, variables: Variables): boolean {
  const text = value === null || value === undefined ? '' : String(value)
  const wanted = asTexts(val, variables)
  const first = wanted[0] ?? ''
  switch (rule) {
    case 'empty':
      return text === ''
    case 'not_empty':
      return text !== ''
    case 'eq':
      return text !== '' && order(text, first) === 0
    case 'ne':
      return text === '' || order(text, first) !== 0
    case 'in':
      return text !== '' && wanted.some((one) => order(text, one) === 0)
    case 'not_in':
      return text === '' || !wanted.some((one) => order(text, one) === 0)
    case 'like':
      return text !== '' && text.includes(first)
    case 'not_like':
      return !text.includes(first)
    case 'left_like':
      return text !== '' && text.endsWith(first)
    case 'right_like':
      return text !== '' && text.startsWith(first)
    case 'gt':
      return text !== '' && order(text, first) > 0
    case 'ge':
      return text !== '' && order(text, first) >= 0
    case 'lt':
      return text !== '' && order(text, first) < 0
    case 'le':
      return text !== '' && order(text, first) <= 0
  }
}

function asTexts(val: ConditionValue | undefined, variables: Variables): string[] {
  if (val === null || val === undefined) return ['']
  if (Array.isArray(val)) return val.map((one) => fillVariables(String(one), variables))
  const text = fillVariables(String(val), variables)
  return text.includes(',') ? [text, ...text.split(',')] : [text]
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** Numbers compare as numbers ("10" after "9"), everything else as text; dates on the wire sort as text. */
function order(left: string, right: string): number {
  if (NUMBER.test(left) && NUMBER.test(right)) return Math.sign(Number(left) - Number(right))
  return left === right ? 0 : left < right ? -1 : 1
}
