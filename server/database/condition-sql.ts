import { comparisonValues } from '#schemas/compile/comparison-values.ts'
import type { Variables } from '#schemas/compile/form-variables.ts'
import type { Comparison, Condition, ConditionRule } from '#schemas/page/condition.ts'
import { badRequest } from '../errors.ts'
import type { DataColumn } from './data-column.ts'
import { escapeLike } from './like.ts'
import { boundOf, wholeDay } from './whole-day.ts'

/** Collects bound values; a value never becomes part of the SQL text. */
export class Parameters {
  readonly values: unknown[] = []

  /** Binds a value and answers its placeholder. */
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** Where a condition comes from decides what happens when it cannot be understood. */
export type ConditionOrigin =
  /** A caller's filter: a mistake answers 400. `elsewhere` knows the fields of sub tables. */
  | { from: 'caller'; elsewhere?: (comparison: Comparison) => string | null }
  /** A rule that narrows rows: no row matches, and variables are filled in. */
  | { from: 'rule'; variables: Variables }

type Columns = ReadonlyMap<string, DataColumn>

const NOTHING = 'false'
const MAX_DEPTH = 12

/** SQL of a condition. Columns are looked up, values are bound; what is not found is 400 or matches no row. */
export function conditionSql(
  condition: Condition,
  columns: Columns,
  parameters: Parameters,
  origin: ConditionOrigin,
  depth = 0,
): string {
  if (depth > MAX_DEPTH) return misunderstood(origin, '查询条件嵌套过深')
  if ('and' in condition || 'or' in condition) {
    const parts = 'and' in condition ? condition.and : condition.or
    const sql = parts.map((part) => conditionSql(part, columns, parameters, origin, depth + 1))
    if (sql.length === 0) return NOTHING
    return `(${sql.join('and' in condition ? ' and ' : ' or ')})`
  }
  const column = columns.get(condition.field)
  if (column) return comparisonSql(column, condition, parameters, origin)
  const elsewhere = origin.from === 'caller' ? origin.elsewhere?.(condition) : null
  return elsewhere ?? misunderstood(origin, '查询字段不存在')
}

/** SQL of one comparison with a column that was looked up. */
export function comparisonSql(
  column: DataColumn,
  comparison: Comparison,
  parameters: Parameters,
  origin: ConditionOrigin,
): string {
  const name = column.sql
  const { rule } = comparison
  const isText = column.kind === 'text'
  if (rule === 'empty') return isText ? `(${name} is null or ${name} = '')` : `${name} is null`
  if (rule === 'not_empty') return isText ? `(${name} is not null and ${name} <> '')` : `${name} is not null`
  if (column.kind === 'binary') return misunderstood(origin, `“${column.title}”不能作为查询条件`)

  const values = comparisonValues(comparison, origin.from === 'caller' ? null : origin.variables)
  if (values === null) return NOTHING
  if (values.some((value) => value.includes('\0'))) return misunderstood(origin, '参数包含非法字符')
  const [first] = values
  if (first === undefined) return rule === 'not_in' ? 'true' : rule === 'eq' ? `${name} is null` : NOTHING

  switch (rule) {
    case 'like':
    case 'left_like':
    case 'right_like':
    case 'not_like':
      return likeSql(column, rule, first, parameters)
    case 'in':
    case 'not_in':
      return membershipSql(column, rule, values, parameters, origin)
    default:
      if (column.holds && (rule === 'eq' || rule === 'ne'))
        return membershipSql(column, rule === 'eq' ? 'in' : 'not_in', [first], parameters, origin)
      if (column.multi && (rule === 'eq' || rule === 'ne')) {
        const has = itemSql(name, first, parameters)
        return rule === 'eq' ? has : `(${name} is null or not ${has})`
      }
      return orderedSql(column, rule, first, parameters, origin)
  }
}

const OPERATORS = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

function orderedSql(
  column: DataColumn,
  rule: Exclude<
    ConditionRule,
    'like' | 'left_like' | 'right_like' | 'not_like' | 'in' | 'not_in' | 'empty' | 'not_empty'
  >,
  text: string,
  parameters: Parameters,
  origin: ConditionOrigin,
): string {
  const name = column.sql
  const day = column.kind === 'datetime' ? wholeDay(text) : null
  if (day && isTime(day.first)) {
    const [first, last] = [() => parameters.add(day.first), () => parameters.add(day.last)]
    if (rule === 'eq') return `(${name} >= ${first()} and ${name} <= ${last()})`
    if (rule === 'ne') return `(${name} is null or ${name} < ${first()} or ${name} > ${last()})`
    return `${name} ${OPERATORS[rule]} ${parameters.add(boundOf(day, rule))}`
  }
  const bound = boundValue(column, text)
  if (bound === null) return misunderstood(origin, `查询条件“${column.title}”${expected(column)}`)
  const left = bound.widened ? `${name}::numeric` : name
  const right = bound.widened ? `${parameters.add(bound.value)}::numeric` : parameters.add(bound.value)
  return rule === 'ne' ? `(${left} is distinct from ${right})` : `${left} ${OPERATORS[rule]} ${right}`
}

function membershipSql(
  column: DataColumn,
  rule: 'in' | 'not_in',
  values: readonly string[],
  parameters: Parameters,
  origin: ConditionOrigin,
): string {
  const name = column.sql
  if (column.holds) {
    const any = column.holds(`${parameters.add([...values])}::text[]`)
    return rule === 'in' ? any : `not (${any})`
  }
  if (column.multi) {
    const any = `(${values.map((value) => itemSql(name, value, parameters)).join(' or ')})`
    return rule === 'in' ? any : `(${name} is null or not ${any})`
  }
  const bound = values.map((value) => boundValue(column, value))
  if (bound.some((value) => value === null))
    return misunderstood(origin, `查询条件“${column.title}”${expected(column)}`)
  const widened = bound.some((value) => value?.widened)
  const list = parameters.add(bound.map((value) => String(value?.value ?? '')))
  const any = `${widened ? `${name}::numeric` : name} = any(${list}::${widened ? 'numeric' : ARRAY_TYPES[column.kind]}[])`
  return rule === 'in' ? any : `(${name} is null or not (${any}))`
}

const ARRAY_TYPES = {
  text: 'text',
  integer: 'integer',
  long: 'bigint',
  decimal: 'numeric',
  double: 'double precision',
  date: 'date',
  datetime: 'timestamp',
  binary: 'text',
} as const

/** What a user typed matches itself: `%` and `_` are no wildcards. */
function likeSql(
  column: DataColumn,
  rule: 'like' | 'left_like' | 'right_like' | 'not_like',
  text: string,
  parameters: Parameters,
): string {
  const name = column.kind === 'text' ? column.sql : `${column.sql}::text`
  const escaped = escapeLike(text)
  const pattern =
    rule === 'left_like' ? `%${escaped}` : rule === 'right_like' ? `${escaped}%` : `%${escaped}%`
  const placeholder = parameters.add(pattern)
  return rule === 'not_like'
    ? `(${name} is null or ${name} not like ${placeholder})`
    : `${name} like ${placeholder}`
}

function itemSql(name: string, value: string, parameters: Parameters): string {
  return `(',' || ${name} || ',') like ${parameters.add(`%,${escapeLike(value)},%`)}`
}

/** The value as the column's type wants it; null when it is none. `widened`: compare as numeric. */
function boundValue(column: DataColumn, text: string): { value: string; widened: boolean } | null {
  switch (column.kind) {
    case 'integer':
    case 'long': {
      if (!isNumber(text)) return null
      return { value: text.trim(), widened: !fits(text.trim(), column.kind) }
    }
    case 'decimal':
      return isNumber(text) ? { value: text.trim(), widened: false } : null
    case 'double':
      return isNumber(text) && Number.isFinite(Number(text)) ? { value: text.trim(), widened: false } : null
    case 'date': {
      const day = text.slice(0, 10)
      return isTime(text.length > 10 ? text : `${text} 00:00:00`) ? { value: day, widened: false } : null
    }
    case 'datetime':
      return isTime(text) ? { value: text.replace('T', ' '), widened: false } : null
    default:
      return { value: text, widened: false }
  }
}

/** Longer numbers are not typed by people, and numeric arithmetic on them is slow. */
const MAX_NUMBER_LENGTH = 40

function isNumber(text: string): boolean {
  return text.length <= MAX_NUMBER_LENGTH && /^\s*[-+]?(\d+(\.\d*)?|\.\d+)\s*$/.test(text)
}

const LIMITS = { integer: 2_147_483_647n, long: 9_223_372_036_854_775_807n } as const

function fits(text: string, kind: 'integer' | 'long'): boolean {
  if (!/^[-+]?\d+$/.test(text)) return false
  const value = BigInt(text.replace('+', ''))
  return value <= LIMITS[kind] && value >= -LIMITS[kind]
}

function isTime(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (!match) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  return (
    year > 0 &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    (Number.isNaN(second) || second < 60)
  )
}

function expected(column: DataColumn): string {
  return column.kind === 'date' || column.kind === 'datetime' ? '应为日期' : '应为数字'
}

function misunderstood(origin: ConditionOrigin, message: string): string {
  if (origin.from === 'caller') throw badRequest(message)
  return NOTHING
}
