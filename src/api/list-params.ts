import { type ListQuery, RequestError } from '#renderer/index.ts'
import { LIST_WORDS } from '#schemas/api/list-words.ts'
import type { Comparison, Condition } from '#schemas/page/condition.ts'
import type { Params } from './http.ts'

/** A list query in the wire's parameters (`column`, `order`, `superQueryParams` …). */
export function listParams(query: ListQuery): Params {
  return {
    ...filterParams(query.filter),
    ...(query.sort ? { column: query.sort.field, order: query.sort.descending ? 'desc' : 'asc' } : {}),
    ...(query.pageNo ? { pageNo: query.pageNo } : {}),
    ...(query.pageSize ? { pageSize: query.pageSize } : {}),
    ...(query.condition ? advancedParams(query.condition) : {}),
  }
}

/** A column that is called like a parameter must not be taken for it. */
function filterParams(filter: ListQuery['filter']): Params {
  return Object.fromEntries(
    Object.entries(filter ?? {}).map(([name, value]) => [
      LIST_WORDS.has(name) ? `${name}_MultiString` : name,
      value,
    ]),
  )
}

/** The wire knows one list of comparisons joined by one word; a deeper condition cannot be said in it. */
function advancedParams(condition: Condition): Params {
  const [match, parts] =
    'and' in condition
      ? ['and', condition.and]
      : 'or' in condition
        ? ['or', condition.or]
        : ['and', [condition]]
  const flat = (parts as readonly Condition[]).map((part): Comparison => {
    if ('and' in part || 'or' in part) throw new RequestError('查询条件嵌套过深', 400)
    return part
  })
  return {
    superQueryMatchType: match as string,
    // Encoded once more than the address needs, as every client of this wire does.
    superQueryParams: encodeURI(JSON.stringify(flat.map(({ field, rule, val }) => ({ field, rule, val })))),
  }
}
