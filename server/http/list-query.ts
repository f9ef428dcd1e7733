import { LIST_WORDS } from '#schemas/api/list-words.ts'
import { MATCH_TYPES, MAX_COMPARISONS, MAX_GROUP_DEPTH } from '#schemas/page/advanced-query.ts'
import { comparisonRule } from '#schemas/page/comparison-words.ts'
import type { Comparison, Condition, ConditionRule } from '#schemas/page/condition.ts'
import { badRequest } from '../errors.ts'

/** What a list may be filtered and sorted by. Names that are not found here do not exist for the caller. */
export interface QueryColumn {
  name: string
  kind: 'text' | 'number' | 'date' | 'datetime' | 'time'
  /** Holds several values, joined by commas. */
  multi?: boolean
}
export type FindColumn = (name: string) => QueryColumn | null

/** The list parameters of the wire, understood and checked. */
export interface ListQuery {
  pageNo: number
  pageSize: number
  sort: readonly { field: string; descending: boolean }[]
  /** From plain parameters; null when there are none. */
  filter: Condition | null
  /** From `superQueryParams`. */
  condition: Condition | null
}

/** Page size that asks for everything; answered with the largest page. */
const EVERYTHING = -521
export const MAX_PAGE_SIZE = 1000
const MAX_OFFSET = 100_000_000

const ORDERS = new Set(['asc', 'desc', ''])

/**
 * Reads page, order and filters from request parameters; throws 400 for what is not allowed. `asked` finds the fields
 * of filters and of the advanced query where these are more than the form's own.
 */
export function parseListQuery(
  query: Readonly<Record<string, unknown>>,
  find: FindColumn,
  options: { pageSize?: number; asked?: FindColumn } = {},
): ListQuery {
  const pageSize = pageSizeOf(query.pageSize, options.pageSize ?? 10)
  // A client that deleted the only record of its first page asks for the page before.
  const pageNo = Math.max(integerOf(query.pageNo, 1, 'pageNo'), 1)
  if ((pageNo - 1) * pageSize > MAX_OFFSET) throw badRequest('页码超出范围')
  return {
    pageNo,
    pageSize,
    sort: sortOf(query, find),
    filter: filterOf(query, options.asked ?? find),
    condition: advancedOf(query, options.asked ?? find),
  }
}

/** A value in wire form (`*v*`, `!v`, `>=5`, `a,b`, `,a,b,`, `a++b`) as a condition; null when it says nothing. */
export function valueCondition(column: QueryColumn, text: string): Condition | null {
  const field = column.name
  if (text === '') return null
  if (text.length > 1 && text.startsWith('*') && text.endsWith('*'))
    return comparison(field, 'like', text.slice(1, -1))
  // The wire's names look from the wildcard: left_like has it on the left.
  if (text.startsWith('*')) return comparison(field, 'left_like', text.slice(1))
  if (text.endsWith('*')) return comparison(field, 'right_like', text.slice(0, -1))
  if (text.startsWith('!')) return comparison(field, 'ne', text.slice(1))
  const sign = /^(>=|<=|>|<)\s*(.+)$/s.exec(text)
  if (sign?.[1] && sign[2]) return { field, rule: comparisonRule(sign[1]) ?? 'eq', val: sign[2] }
  // `le grand` is a name, not a comparison: letters count only where the column is no text.
  const word = column.kind === 'text' ? null : /^(gt|ge|lt|le) (.+)$/s.exec(text)
  if (word?.[1] && word[2]) return { field, rule: comparisonRule(word[1]) ?? 'eq', val: word[2] }
  if (text.length > 2 && text.startsWith(',') && text.endsWith(',')) {
    const parts = text.split(',').filter((part) => part !== '')
    if (parts.length === 0) return null
    // Where values are separate, 1 is not found in 11.
    if (column.multi) return { field, rule: 'in', val: parts }
    return { or: parts.map((val): Comparison => ({ field, rule: 'like', val })) }
  }
  if (text.includes(',')) {
    const parts = text.split(',').filter((part) => part !== '')
    return parts.length === 0 ? null : { field, rule: 'in', val: parts }
  }
  return { field, rule: 'eq', val: text.replaceAll(/(?<=.)\+\+(?=.)/gs, ',') }
}

function comparison(field: string, rule: ConditionRule, val: string): Condition | null {
  return val === '' || val === '*' ? null : { field, rule, val }
}

function filterOf(query: Readonly<Record<string, unknown>>, find: FindColumn): Condition | null {
  const all: Condition[] = []
  for (const [key, raw] of Object.entries(query)) {
    const condition = parameterCondition(key, raw, find)
    if (condition) all.push(condition)
    if (all.length > MAX_COMPARISONS) throw badRequest('查询条件过多')
  }
  return join(all, 'and')
}

function parameterCondition(key: string, raw: unknown, find: FindColumn): Condition | null {
  if (LIST_WORDS.has(key)) return null
  const exact = find(key)
  if (exact) {
    if (Array.isArray(raw)) {
      const list = raw.map(textOf).filter((value) => value !== '')
      return list.length === 0 ? null : { field: exact.name, rule: 'in', val: list }
    }
    return valueCondition(exact, textOf(raw))
  }
  const suffix = /^(.+?)_(begin|end|MultiString)$/.exec(key)
  const column = suffix?.[1] ? find(suffix[1]) : null
  if (!column) return null
  const value = Array.isArray(raw) ? raw.map(textOf).join(',') : textOf(raw)
  if (value === '') return null
  if (suffix?.[2] === 'begin') return { field: column.name, rule: 'ge', val: value }
  if (suffix?.[2] === 'end') return { field: column.name, rule: 'le', val: value }
  // The only way to say `*v*` and the like of a column that is called like a parameter.
  if (LIST_WORDS.has(column.name) && /^[*!<>]|\*$|^,.*,$/s.test(value)) return valueCondition(column, value)
  const list = value.split(',').filter((part) => part !== '')
  return list.length === 0 ? null : { field: column.name, rule: 'in', val: list }
}

function sortOf(query: Readonly<Record<string, unknown>>, find: FindColumn): ListQuery['sort'] {
  const columns = textOf(query.column)
  const orders = textOf(query.order)
    .toLowerCase()
    .split(',')
    .map((order) => order.trim())
  if (orders.some((order) => !ORDERS.has(order))) throw badRequest('排序方式只能是 asc 或 desc')
  if (columns === '') return []
  return columns
    .split(',')
    .filter((name) => name.trim() !== '')
    .map((raw, at) => {
      const name = raw.trim().replace(/_dictText$/, '')
      const column = find(name)
      if (!column) throw badRequest('排序字段不存在')
      return { field: column.name, descending: (orders[at] ?? orders[0]) !== 'asc' }
    })
}

function advancedOf(query: Readonly<Record<string, unknown>>, find: FindColumn): Condition | null {
  const matchType = matchTypeOf(query.superQueryMatchType)
  const text = textOf(query.superQueryParams)
  if (text === '') return null
  return advancedGroup(jsonOf(text), matchType, find, { depth: 1, left: { comparisons: MAX_COMPARISONS } })
}

function matchTypeOf(raw: unknown): 'and' | 'or' {
  const match = textOf(raw).toLowerCase() || 'and'
  const known = MATCH_TYPES.find((one) => one === match)
  if (!known) throw badRequest('匹配方式只能是 and 或 or')
  return known
}

/** Where a group stands, and how much the whole query may still hold. */
interface GroupPlace {
  depth: number
  left: { comparisons: number }
}

function advancedGroup(
  entries: unknown,
  matchType: 'and' | 'or',
  find: FindColumn,
  { depth, left }: GroupPlace,
): Condition | null {
  if (!Array.isArray(entries)) throw badRequest('高级查询参数格式不正确')
  if (depth > MAX_GROUP_DEPTH) throw badRequest('查询条件嵌套过深')
  const all: Condition[] = []
  for (const entry of entries as unknown[]) {
    if (--left.comparisons < 0) throw badRequest('查询条件过多')
    if (typeof entry !== 'object' || entry === null) throw badRequest('高级查询参数格式不正确')
    const group = entry as { matchType?: unknown; records?: unknown }
    const condition =
      group.records === undefined
        ? advancedEntry(entry, find)
        : advancedGroup(group.records, matchTypeOf(group.matchType), find, { depth: depth + 1, left })
    if (condition) all.push(condition)
  }
  return join(all, matchType)
}

function advancedEntry(entry: object, find: FindColumn): Condition | null {
  const { field, rule: token, val } = entry as { field?: unknown; rule?: unknown; val?: unknown }
  if (typeof field !== 'string' || field === '' || typeof token !== 'string' || token === '') return null
  const rule = comparisonRule(token)
  if (!rule) throw badRequest('高级查询的条件不存在')
  const column = find(field)
  if (!column) throw badRequest('高级查询的字段不存在')
  if (rule === 'empty' || rule === 'not_empty') return { field: column.name, rule }
  if (val === undefined || val === null || val === '' || typeof val === 'boolean') return null
  if (rule === 'in' || rule === 'not_in') {
    const list = (Array.isArray(val) ? val.map(textOf) : textOf(val).split(',')).filter((part) => part !== '')
    return list.length === 0 ? null : { field: column.name, rule, val: list }
  }
  const value = Array.isArray(val) ? val.map(textOf).join(',') : textOf(val)
  if (value === '') return null
  return { field: column.name, rule, val: value }
}

/** The client encodes the text once more than the address needs. */
function jsonOf(text: string): unknown {
  for (const candidate of [() => text, () => decodeURIComponent(text)]) {
    try {
      return JSON.parse(candidate())
    } catch {
      // The other reading may do.
    }
  }
  throw badRequest('高级查询参数格式不正确')
}

function join(all: readonly Condition[], how: 'and' | 'or'): Condition | null {
  if (all.length === 0) return null
  if (all.length === 1 && all[0]) return all[0]
  return how === 'and' ? { and: all } : { or: all }
}

function pageSizeOf(raw: unknown, initial: number): number {
  const size = integerOf(raw, initial, 'pageSize')
  if (size === EVERYTHING) return MAX_PAGE_SIZE
  if (size < 1 || size > MAX_PAGE_SIZE) throw badRequest(`每页条数应在 1 到 ${MAX_PAGE_SIZE} 之间`)
  return size
}

function integerOf(raw: unknown, initial: number, name: string): number {
  const text = textOf(raw)
  if (text === '') return initial
  if (!/^-?\d{1,9}$/.test(text)) throw badRequest(`参数 ${name} 应为整数`)
  return Number(text)
}

/** Text of a parameter; a repeated one counts with its last value, anything else is not understood. */
function textOf(raw: unknown): string {
  if (raw === undefined || raw === null) return ''
  if (Array.isArray(raw)) return textOf(raw.at(-1))
  if (typeof raw === 'object') throw badRequest('参数格式不正确')
  const text = String(raw)
  if (text.includes('\0')) throw badRequest('参数包含非法字符')
  return text
}
