import { type ListQuery, RequestError, type RowSource } from '#renderer/index.ts'
import { LIST_WORDS } from '#schemas/api/list-words.ts'
import { queryGroup } from '#schemas/compile/wire/query-record.ts'
import { isQueryGroup, type QueryGroup, type QueryRecord } from '#schemas/page/advanced-query.ts'
import type { Comparison, Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import type { Params } from './http.ts'

/** What the server at hand understands. */
interface Dialect {
  /** Conditions of the advanced query may stand in groups within groups. */
  nests?: boolean
}

/** A list query in the wire's parameters (`column`, `order`, `superQueryParams` …). */
export function listParams(source: RowSource, query: ListQuery, { nests = false }: Dialect = {}): Params {
  const [params, rest] = filterParams(query.filter, new Set(source.several), new Set(source.bounded))
  return {
    ...params,
    ...advancedParams(rest, query.advanced, nests),
    ...(query.sort ? sortParams(query.sort) : {}),
    ...(query.pageNo ? { pageNo: query.pageNo } : {}),
    ...(query.pageSize ? { pageSize: query.pageSize } : {}),
  }
}

/** Columns and their directions, each joined by commas. */
function sortParams(sort: NonNullable<ListQuery['sort']>): Params {
  return {
    column: sort.map(({ field }) => field).join(','),
    order: sort.map(({ descending }) => (descending ? 'desc' : 'asc')).join(','),
  }
}

/**
 * A condition in the wire's words: one parameter for each comparison that the wire's little language (`*v*`, `!v`, `a,b`,
 * `_begin` …) says exactly, and what is left for the advanced query.
 */
function filterParams(
  filter: Condition | undefined,
  several: ReadonlySet<string>,
  bounded: ReadonlySet<string>,
): [params: Params, rest: readonly Condition[]] {
  const params: Record<string, string> = {}
  const rest: Condition[] = []
  for (const part of filter ? conjuncts(filter) : []) {
    const said = 'field' in part ? saidPlainly(part, several, bounded) : null
    if (said && !Object.hasOwn(params, said.name)) params[said.name] = said.value
    else rest.push(part)
  }
  return [params, rest]
}

function conjuncts(condition: Condition): readonly Condition[] {
  return 'and' in condition ? condition.and.flatMap(conjuncts) : [condition]
}

/** A comparison as a plain parameter; null where the wire would read something else into it. */
function saidPlainly(
  { field, rule, val }: Comparison,
  several: ReadonlySet<string>,
  bounded: ReadonlySet<string>,
): { name: string; value: string } | null {
  const values = (Array.isArray(val) ? val : val === undefined || val === null ? [] : [val]).map(String)
  // A column that is called like a parameter must not be taken for it.
  const name = LIST_WORDS.has(field) ? `${field}_MultiString` : field
  const [value = ''] = values
  if (values.length === 0 || values.includes('')) return null
  if (values.length > 1) {
    if (rule !== 'in' || !values.every((one) => isPlain(one) && !one.includes(','))) return null
    const joined = values.join(',')
    return { name, value: several.has(field) ? `,${joined},` : joined }
  }
  switch (rule) {
    case 'eq':
    case 'in':
      return isPlain(value) ? { name, value } : null
    case 'ne':
      return isPlain(value) ? { name, value: `!${value}` } : null
    case 'like':
      return value.includes('*') ? null : { name, value: `*${value}*` }
    case 'left_like':
      return isPlain(value) ? { name, value: `*${value}` } : null
    case 'right_like':
      return isPlain(value) ? { name, value: `${value}*` } : null
    case 'ge':
    case 'le':
      // A sign and a blank behind it are one sign to the wire.
      if (bounded.has(field) && isPlain(value) && value.trimStart() === value)
        return { name, value: `${rule === 'ge' ? '>=' : '<='}${value}` }
      return { name: `${field}_${rule === 'ge' ? 'begin' : 'end'}`, value }
    default:
      return null
  }
}

/** True for a value in which the wire sees no sign of its own: wildcards, negation, comparison, lists. */
function isPlain(value: string): boolean {
  return !/^[*!<>]|\*$|,|.\+\+.|^(gt|ge|lt|le) /s.test(value)
}

/** Longest advanced query that says of each field what its control is (characters): a server reads little of that. */
const LONG = 3000

/** What the filters left and what the user built, as one advanced query. */
function advancedParams(rest: readonly Condition[], built: QueryGroup | undefined, nests: boolean): Params {
  const filters = rest.length > 0 ? [queryGroup(rest.length === 1 && rest[0] ? rest[0] : { and: rest })] : []
  const parts = [...filters, ...(built && built.records.length > 0 ? [built] : [])]
  const [only] = parts
  if (!only) return {}
  const { matchType, records } =
    parts.length === 1 ? only : { matchType: 'and' as const, records: joined(parts) }
  for (const record of records) refuseUnsaid(record, nests)
  // Encoded once more than the address needs, as every client of this wire does.
  const text = (entries: QueryGroup['records']) => encodeURI(JSON.stringify(entries))
  const whole = text(records)
  return {
    superQueryMatchType: matchType,
    superQueryParams: whole.length > LONG ? text(records.map(shortened)) : whole,
  }
}

/** Groups that must all be met, as the records of one: what is joined by `and` needs no group of its own. */
function joined(groups: readonly QueryGroup[]): QueryGroup['records'] {
  return groups.flatMap((group) =>
    group.matchType === 'and' || group.records.length === 1 ? group.records : [group],
  )
}

function refuseUnsaid(entry: QueryRecord | QueryGroup, nests: boolean): void {
  if (isQueryGroup(entry)) {
    // The wire of others knows one list of comparisons joined by one word.
    if (!nests) throw new RequestError(t('查询条件嵌套过深'), 400)
    for (const part of entry.records) refuseUnsaid(part, nests)
    return
  }
  const { rule, val } = entry
  // The wire leaves a comparison with nothing out, and would answer more than was asked for.
  if (rule !== 'empty' && rule !== 'not_empty' && (val === undefined || val === '' || hasNone(val)))
    throw new RequestError(t('查询条件缺少值'), 400)
}

function hasNone(val: QueryRecord['val']): boolean {
  return Array.isArray(val) && val.length === 0
}

/** What a server reads of an entry. */
function shortened(entry: QueryRecord | QueryGroup): QueryRecord | QueryGroup {
  if (isQueryGroup(entry)) return { ...entry, records: entry.records.map(shortened) }
  const { field, rule, val, type, dbType } = entry
  return {
    field,
    rule,
    ...(val === undefined ? {} : { val }),
    ...(type === undefined ? {} : { type }),
    ...(dbType === undefined ? {} : { dbType }),
  }
}
