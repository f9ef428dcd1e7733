import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { ListQuery } from '../data/data-client.ts'

/** What a list shows: filters in stored form, order and page. */
export interface ListState {
  filter: Readonly<Record<string, string>>
  sort: { field: string; descending: boolean } | null
  pageNo: number
  pageSize: number
}

/** The value of a filter, or `''`. A field may be called like something that every object has. */
export function filterValue(filter: ListState['filter'], name: string): string {
  return Object.hasOwn(filter, name) ? (filter[name] ?? '') : ''
}

const PREFIX = 'q_'
/** Asks for all rows at once; the server answers its largest page. */
export const EVERYTHING = -521

/** The state that a document begins with. */
export function initialListState(form: CompiledForm): ListState {
  const filter: Record<string, string> = {}
  for (const item of form.list.query)
    if (item.initial !== null) filter[item.field.name] = String(item.initial)
  return { filter, sort: null, pageNo: 1, pageSize: form.list.pageSize }
}

/** `column=asc` or `column=desc`, in any case; anything else says nothing. */
function parseSorter(text: string): ListState['sort'] {
  const [, field, direction] = /^([^=\s]+)=(asc|desc)$/i.exec(text.trim()) ?? []
  return field && direction ? { field, descending: direction.toLowerCase() === 'desc' } : null
}

/** Reads the state out of an address; what is not there keeps the document's beginning. */
export function parseListState(form: CompiledForm, search: string): ListState {
  const params = new URLSearchParams(search)
  const state = initialListState(form)
  const filter: Record<string, string> = { ...state.filter }
  const known = new Set(
    form.list.query.flatMap(({ field }) => [field.name, `${field.name}_begin`, `${field.name}_end`]),
  )
  for (const [name, value] of params)
    if (name.startsWith(PREFIX) && known.has(name.slice(PREFIX.length)))
      filter[name.slice(PREFIX.length)] = value
  const sort = parseSorter(params.get('sort') ?? '')
  const pageNo = Number(params.get('page'))
  const pageSize = Number(params.get('size'))
  return {
    filter,
    sort: sort && form.list.columns.some(({ field }) => field.name === sort.field) ? sort : null,
    pageNo: Number.isInteger(pageNo) && pageNo > 0 ? pageNo : 1,
    pageSize: form.list.pageSizes.includes(pageSize) ? pageSize : state.pageSize,
  }
}

/** The state as an address; '' where it is the beginning. */
export function listStateSearch(form: CompiledForm, state: ListState): string {
  const params = new URLSearchParams()
  const begun = initialListState(form)
  for (const name of Object.keys({ ...begun.filter, ...state.filter })) {
    const value = filterValue(state.filter, name)
    // A filter that begins with a value and was emptied is written, too.
    if (value !== filterValue(begun.filter, name)) params.set(`${PREFIX}${name}`, value)
  }
  if (state.sort) params.set('sort', `${state.sort.field}=${state.sort.descending ? 'desc' : 'asc'}`)
  if (state.pageNo !== 1) params.set('page', String(state.pageNo))
  if (state.pageSize !== form.list.pageSize) params.set('size', String(state.pageSize))
  return params.toString()
}

/** Titles of the filters without which the list is not asked for, and which say nothing yet. */
export function missingFilters(list: CompiledForm['list'], state: ListState): string[] {
  return list.query
    .filter(({ required, mode, field: { name } }) => {
      if (!required) return false
      if (mode === 'group') return !state.filter[`${name}_begin`] && !state.filter[`${name}_end`]
      return filterValue(state.filter, name) === ''
    })
    .map(({ title }) => title)
}

/** Filters as the wire has them: "contains" is wrapped, a choice of several is "one of", what is empty is left out. */
export function wireFilter(
  list: CompiledForm['list'],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const filter: Record<string, string> = {}
  for (const item of list.query) {
    const { name } = item.field
    if (item.mode === 'group') {
      for (const end of [`${name}_begin`, `${name}_end`]) if (given[end]) filter[end] = given[end]
      continue
    }
    // Blanks around a pasted word are not meant.
    const value = filterValue(given, name).trim()
    if (!value) continue
    filter[name] =
      item.mode === 'like' && !/[*!]/.test(value)
        ? `*${value}*`
        : holdsSeveral(item.field)
          ? `,${value},`
          : value
  }
  return filter
}

/** The state as a query of the data client. */
export function listQuery(list: CompiledForm['list'], state: ListState): ListQuery {
  return {
    ...(list.paging
      ? { pageNo: state.pageNo, pageSize: state.pageSize }
      : { pageNo: 1, pageSize: EVERYTHING }),
    ...(state.sort && list.columns.some(({ field }) => field.name === state.sort?.field)
      ? { sort: state.sort }
      : {}),
    filter: wireFilter(list, state.filter),
  }
}
