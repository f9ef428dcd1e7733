import type { SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { filterCondition, filterValue } from '#schemas/compile/filter-condition.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { Field, ListColumn, ListLayout, QueryItem, Row } from '#schemas/compile/model.ts'
import { type QueryWords, queryGroup } from '#schemas/compile/wire/query-record.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { ListQuery, SortBy } from '../data/data-client.ts'

/** What of a list decides its state: columns that sort, filters, pages. The list of a compiled form is one. */
export interface ListShape {
  columns: readonly ListColumn[]
  query: readonly QueryItem[]
  paging: boolean
  pageSize: number
  pageSizes: readonly number[]
  /** Ways in which the rows are shown; the table alone where absent. */
  layouts?: readonly ListLayout[]
  /** Fields by which the rows can be grouped, and the one by which they are at first. */
  groupings?: readonly Field[]
  groupBy?: string
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
  /** Key of the layout; the first of the list where absent. */
  layout?: string
  /** Month of a calendar as `YYYY-MM`; the present one where absent. */
  month?: string
  /** Field by which the rows are grouped; '' for none, that of the list where absent. */
  groupBy?: string
  /** Value of the group that is shown, '' for rows without one; all of them where absent. */
  group?: string
}

/** Asks for all rows at once; the server answers its largest page. */
export const EVERYTHING = -521

/** The state that a document begins with. */
export function initialListState(list: ListShape): ListState {
  const filter: Record<string, string> = {}
  for (const item of list.query) if (item.initial !== null) filter[item.field.name] = String(item.initial)
  return { filter, condition: null, sort: [], pageNo: 1, pageSize: list.pageSize }
}

/** Columns of the list, each once. */
export function knownSorters(list: ListShape, sort: readonly SortBy[]): SortBy[] {
  return sort.filter(
    ({ field }, at) =>
      list.columns.some((column) => column.field.name === field) &&
      sort.findIndex((one) => one.field === field) === at,
  )
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
  const { group, ...rest } = state
  if (state.condition === null && kept.length === given.length && group === undefined) return null
  return { ...rest, filter: Object.fromEntries(kept), condition: null, pageNo: 1 }
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
