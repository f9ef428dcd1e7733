import type { SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { filterValue } from '#schemas/compile/filter-condition.ts'
import type { SortBy } from '../data/data-client.ts'
import { conditionText, parseCondition } from './condition-text.ts'
import { initialListState, knownSorters, type ListShape, type ListState } from './list-state.ts'
import { firstQuery, NO_QUERY, queryState } from './saved-query.ts'

const NOTHING: readonly SavedQueryOfUser[] = []

const PREFIX = 'q_'
const ADVANCED = 'superQuery'
const VIEW = 'view'

/** `column=asc` or `column=desc`, in any case, several joined by commas; anything else says nothing. */
function parseSorters(text: string): SortBy[] {
  return text.split(',').flatMap((sorter) => {
    const [, field, direction] = /^([^=\s]+)=(asc|desc)$/i.exec(sorter.trim()) ?? []
    return field && direction ? [{ field, descending: direction.toLowerCase() === 'desc' }] : []
  })
}

/** Reads the state out of an address; what is not there keeps the beginning of a saved query, or of the document. */
export function parseListState(list: ListShape, search: string): ListState {
  const params = new URLSearchParams(search)
  const { saved = NOTHING } = list
  const state = writtenState(list, params)
  const view = params.get(VIEW)
  const named = saved.find(({ id }) => id === view)
  if (asksItself(params)) return { ...state, view: named?.id }
  if (view === NO_QUERY) return { ...state, view }
  const query = view === null ? firstQuery(saved) : named
  if (!query) return state
  const { month, pageNo } = state
  return { ...fitState(list, queryState(query, state)), pageNo, ...(month === undefined ? {} : { month }) }
}

const ASKS: ReadonlySet<string> = new Set([ADVANCED, 'sort', 'size', 'layout', 'groupBy', 'group'])

/** Whether an address says itself what is asked for: that wins over any saved query. */
function asksItself(params: URLSearchParams): boolean {
  return [...params.keys()].some((name) => name.startsWith(PREFIX) || ASKS.has(name))
}

/** A state that came from elsewhere, without what the list does not have. */
function fitState(list: ListShape, { layout, groupBy, ...state }: ListState): ListState {
  const { sort, pageSize } = state
  return {
    ...state,
    ...(list.layouts?.some(({ key }) => key === layout) ? { layout } : {}),
    ...(groupBy === '' || list.groupings?.some(({ name }) => name === groupBy) ? { groupBy } : {}),
    sort: knownSorters(list, sort),
    pageSize: list.pageSizes.includes(pageSize) ? pageSize : list.pageSize,
  }
}

/** The state of a list by a saved query, as the list can show it. */
export function stateOfQuery(list: ListShape, query: SavedQueryOfUser): ListState {
  return fitState(list, queryState(query, initialListState(list)))
}

/** Whether a list asks for something else by now than the saved query that it came from. */
export function differs(list: ListShape, query: SavedQueryOfUser, state: ListState): boolean {
  const said = ({ month: _, ...one }: ListState) => writtenSearch(list, { ...one, pageNo: 1 }).toString()
  return said(stateOfQuery(list, query)) !== said(state)
}

/** A query of the user's that asks for exactly what a list asks for by itself, and not for nothing. */
export function queryAlike(
  list: ListShape,
  queries: readonly SavedQueryOfUser[],
  state: ListState,
): SavedQueryOfUser | null {
  if (!asksItself(writtenSearch(list, state))) return null
  return queries.find((query) => query.forMe && !differs(list, query, state)) ?? null
}

function writtenState(list: ListShape, params: URLSearchParams): ListState {
  const state = initialListState(list)
  const filter: Record<string, string> = { ...state.filter }
  const known = new Set(
    list.query.flatMap(({ field }) => [field.name, `${field.name}_begin`, `${field.name}_end`]),
  )
  for (const [name, value] of params)
    if (name.startsWith(PREFIX) && known.has(name.slice(PREFIX.length)))
      filter[name.slice(PREFIX.length)] = value
  const given = (name: string, isKnown: (value: string) => boolean) => {
    const value = params.get(name)
    return value !== null && isKnown(value) ? { [name]: value } : {}
  }
  const grouping = given(
    'groupBy',
    (value) => value === '' || (list.groupings ?? []).some(({ name }) => name === value),
  )
  const pageNo = Number(params.get('page'))
  const pageSize = Number(params.get('size'))
  return {
    filter,
    condition: parseCondition(params.get(ADVANCED) ?? ''),
    sort: knownSorters(list, parseSorters(params.get('sort') ?? '')),
    pageNo: Number.isInteger(pageNo) && pageNo > 0 ? pageNo : 1,
    pageSize: list.pageSizes.includes(pageSize) ? pageSize : state.pageSize,
    ...given('layout', (value) => (list.layouts ?? []).some(({ key }) => key === value)),
    ...given('month', (value) => /^\d{4}-(0[1-9]|1[0-2])$/.test(value)),
    ...grouping,
    ...given('group', () => true),
  }
}

/** The state as an address; '' where it is the beginning. */
export function listStateSearch(list: ListShape, state: ListState): string {
  const { saved = NOTHING } = list
  const query = saved.find(({ id }) => id === state.view)
  const written = writtenSearch(list, state)
  const { pageNo, month } = state
  const place = joined(pageNo === 1 ? '' : `page=${pageNo}`, month === undefined ? '' : `month=${month}`)
  if (query && !differs(list, query, state)) return joined(`${VIEW}=${encodeURIComponent(query.id)}`, place)
  if (asksItself(written))
    return joined(query ? `${VIEW}=${encodeURIComponent(query.id)}` : '', written.toString())
  return joined(firstQuery(saved) ? `${VIEW}=${NO_QUERY}` : '', place)
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('&')
}

function writtenSearch(list: ListShape, state: ListState): URLSearchParams {
  const params = new URLSearchParams()
  const begun = initialListState(list)
  for (const name of Object.keys({ ...begun.filter, ...state.filter })) {
    const value = filterValue(state.filter, name)
    // A filter that begins with a value and was emptied is written, too.
    if (value !== filterValue(begun.filter, name)) params.set(`${PREFIX}${name}`, value)
  }
  if (state.condition) params.set(ADVANCED, conditionText(state.condition))
  const sorters = state.sort.map(({ field, descending }) => `${field}=${descending ? 'desc' : 'asc'}`)
  if (sorters.length > 0) params.set('sort', sorters.join(','))
  if (state.pageNo !== 1) params.set('page', String(state.pageNo))
  if (state.pageSize !== list.pageSize) params.set('size', String(state.pageSize))
  for (const name of ['layout', 'month', 'groupBy', 'group'] as const) {
    const value = state[name]
    if (value !== undefined) params.set(name, value)
  }
  return params
}
