import type { SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { filterCondition, filterValue } from '#schemas/compile/filter-condition.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { ListColumn, QueryItem, Row } from '#schemas/compile/model.ts'
import { type QueryWords, queryGroup } from '#schemas/compile/wire/query-record.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { ListQuery, SortBy } from '../data/data-client.ts'
import { conditionText, parseCondition } from './condition-text.ts'
import { firstQuery, NO_QUERY, queryState } from './saved-query.ts'

const NOTHING: readonly SavedQueryOfUser[] = []

/** What of a list decides its state: columns that sort, filters, pages. The list of a compiled form is one. */
export interface ListShape {
  columns: readonly ListColumn[]
  query: readonly QueryItem[]
  paging: boolean
  pageSize: number
  pageSizes: readonly number[]
  /** What the advanced query says of a field, beside its name. */
  wordsOf?(field: string): QueryWords
  /** Queries that are saved for the list; one of them may be what it begins with. */
  saved?: readonly SavedQueryOfUser[]
}

/** What a list shows: filters in stored form, the condition of the advanced query, order and page. */
export interface ListState {
  filter: Readonly<Record<string, string>>
  condition: Condition | null
  /** Empty for the document's own order. */
  sort: readonly SortBy[]
  pageNo: number
  pageSize: number
  /** The saved query that this came from, changed since or not; `NO_QUERY` where none is wanted. */
  view?: string | undefined
}

const PREFIX = 'q_'
const ADVANCED = 'superQuery'
const VIEW = 'view'
/** Asks for all rows at once; the server answers its largest page. */
export const EVERYTHING = -521

/** The state that a document begins with. */
export function initialListState(list: ListShape): ListState {
  const filter: Record<string, string> = {}
  for (const item of list.query) if (item.initial !== null) filter[item.field.name] = String(item.initial)
  return { filter, condition: null, sort: [], pageNo: 1, pageSize: list.pageSize }
}

/** `column=asc` or `column=desc`, in any case, several joined by commas; anything else says nothing. */
function parseSorters(text: string): SortBy[] {
  return text.split(',').flatMap((sorter) => {
    const [, field, direction] = /^([^=\s]+)=(asc|desc)$/i.exec(sorter.trim()) ?? []
    return field && direction ? [{ field, descending: direction.toLowerCase() === 'desc' }] : []
  })
}

/** Columns of the list, each once. */
function knownSorters(list: ListShape, sort: readonly SortBy[]): SortBy[] {
  return sort.filter(
    ({ field }, at) =>
      list.columns.some((column) => column.field.name === field) &&
      sort.findIndex((one) => one.field === field) === at,
  )
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
  return query ? { ...fitState(list, queryState(query, state)), pageNo: state.pageNo } : state
}

/** Whether an address says itself what is asked for: that wins over any saved query. */
function asksItself(params: URLSearchParams): boolean {
  return [...params.keys()].some(
    (name) => name.startsWith(PREFIX) || name === ADVANCED || name === 'sort' || name === 'size',
  )
}

/** A state that came from elsewhere, without what the list does not have. */
function fitState(list: ListShape, state: ListState): ListState {
  const { sort, pageSize } = state
  return {
    ...state,
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
  const said = (one: ListState) => writtenSearch(list, { ...one, pageNo: 1 }).toString()
  return said(stateOfQuery(list, query)) !== said(state)
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
  const pageNo = Number(params.get('page'))
  const pageSize = Number(params.get('size'))
  return {
    filter,
    condition: parseCondition(params.get(ADVANCED) ?? ''),
    sort: knownSorters(list, parseSorters(params.get('sort') ?? '')),
    pageNo: Number.isInteger(pageNo) && pageNo > 0 ? pageNo : 1,
    pageSize: list.pageSizes.includes(pageSize) ? pageSize : state.pageSize,
  }
}

/** First values of a new record of a list that an address opened: what its filters ask for exactly, as the fields hold it. */
export function askedValues(list: ListShape, filter: ListState['filter']): Row {
  const begun = initialListState(list).filter
  const row: Row = {}
  for (const item of list.query) {
    const { name, inForm, readOnly, property } = item.field
    const value = filterValue(filter, name).trim()
    if (item.mode !== 'single' || !inForm || readOnly) continue
    if (value === '' || value === filterValue(begun, name)) continue
    if (holdsSeveral(item) && value.includes(',')) continue
    if (property.type === 'string') row[name] = value
    else if (Number.isFinite(Number(value))) row[name] = Number(value)
  }
  return row
}

/** The state as an address; '' where it is the beginning. */
export function listStateSearch(list: ListShape, state: ListState): string {
  const { saved = NOTHING } = list
  const query = saved.find(({ id }) => id === state.view)
  const written = writtenSearch(list, state)
  const onPage = state.pageNo === 1 ? '' : `page=${state.pageNo}`
  if (query && !differs(list, query, state)) return joined(`${VIEW}=${encodeURIComponent(query.id)}`, onPage)
  if (asksItself(written))
    return joined(query ? `${VIEW}=${encodeURIComponent(query.id)}` : '', written.toString())
  return joined(firstQuery(saved) ? `${VIEW}=${NO_QUERY}` : '', onPage)
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
  return params
}

/** Titles of the filters without which the list is not asked for, and which say nothing yet. */
export function missingFilters(list: ListShape, state: ListState): string[] {
  return list.query
    .filter(({ required, mode, field: { name } }) => {
      if (!required) return false
      if (mode === 'group') return !state.filter[`${name}_begin`] && !state.filter[`${name}_end`]
      return filterValue(state.filter, name) === ''
    })
    .map(({ title }) => title)
}

/** The state with nothing narrowed that need not be, on its first page; null where there is nothing to clear. */
export function clearedState(list: ListShape, state: ListState): ListState | null {
  const needed = new Set(
    list.query.flatMap(({ required, field: { name } }) =>
      required ? [name, `${name}_begin`, `${name}_end`] : [],
    ),
  )
  const given = Object.entries(state.filter).filter(([, value]) => value !== '')
  const kept = given.filter(([name]) => needed.has(name))
  if (state.condition === null && kept.length === given.length) return null
  return { ...state, filter: Object.fromEntries(kept), condition: null, pageNo: 1 }
}

/** The state as a query of the data client. */
export function listQuery(list: ListShape, state: ListState): ListQuery {
  const sort = knownSorters(list, state.sort)
  const filter = filterCondition(list.query, state.filter)
  return {
    ...(list.paging
      ? { pageNo: state.pageNo, pageSize: state.pageSize }
      : { pageNo: 1, pageSize: EVERYTHING }),
    ...(sort.length > 0 ? { sort } : {}),
    ...(filter ? { filter } : {}),
    ...(state.condition ? { advanced: queryGroup(state.condition, list.wordsOf) } : {}),
  }
}
