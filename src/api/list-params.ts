import { type ListQuery, RequestError, type RowSource } from '#renderer/index.ts'
import { LIST_WORDS } from '#schemas/api/list-words.ts'
import type { Comparison, Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import type { Params } from './http.ts'

/** A list query in the wire's parameters (`column`, `order`, `superQueryParams` …). */
export function listParams(source: RowSource, query: ListQuery): Params {
  return {
    ...filterParams(query.filter, new Set(source.several), new Set(source.bounded)),
    ...(query.sort ? { column: query.sort.field, order: query.sort.descending ? 'desc' : 'asc' } : {}),
    ...(query.pageNo ? { pageNo: query.pageNo } : {}),
    ...(query.pageSize ? { pageSize: query.pageSize } : {}),
  }
}

/**
 * A condition in the wire's words: one parameter for each comparison that the wire's little language (`*v*`, `!v`, `a,b`,
 * `_begin` …) says exactly, the advanced query for all others.
 */
function filterParams(
  filter: Condition | undefined,
  several: ReadonlySet<string>,
  bounded: ReadonlySet<string>,
): Params {
  const params: Record<string, string> = {}
  const rest: Condition[] = []
  for (const part of filter ? conjuncts(filter) : []) {
    const said = 'field' in part ? saidPlainly(part, several, bounded) : null
    if (said && !Object.hasOwn(params, said.name)) params[said.name] = said.value
    else rest.push(part)
  }
  return { ...params, ...advancedParams(rest) }
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

/** The wire knows one list of comparisons joined by one word; a deeper condition cannot be said in it. */
function advancedParams(rest: readonly Condition[]): Params {
  const [only] = rest
  if (!only) return {}
  const [match, parts] = rest.length === 1 && 'or' in only ? ['or', only.or] : ['and', rest]
  const flat = parts.map((part): Comparison => {
    if (!('field' in part)) throw new RequestError(t('查询条件嵌套过深'), 400)
    const { field, rule, val } = part
    if (rule === 'empty' || rule === 'not_empty') return { field, rule }
    // The wire leaves a comparison with nothing out, and would answer more than was asked for.
    if (val === undefined || val === null || val === '' || (Array.isArray(val) && val.length === 0))
      throw new RequestError(t('查询条件缺少值'), 400)
    return { field, rule, val: typeof val === 'boolean' ? String(val) : val }
  })
  return {
    superQueryMatchType: match as string,
    // Encoded once more than the address needs, as every client of this wire does.
    superQueryParams: encodeURI(JSON.stringify(flat)),
  }
}
