import type { PageDefinition } from '#schemas/api/page.ts'
import { allOf } from '#schemas/compile/filter-condition.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { ListQuery, RowSource } from '../data/data-client.ts'
import { rowSource } from '../data/row-source.ts'
import { parseListState } from './list-address.ts'
import { groupCondition } from './list-groups.ts'
import { layoutOf, monthCondition, shownMonth } from './list-layouts.ts'
import { EVERYTHING, type ListShape, type ListState, listQuery, missingFilters } from './list-state.ts'
import { pageModel, savedOf } from './page-model.ts'
import { wordsOf } from './query-fields.ts'

/** The call that brings a list's rows, narrowed by `where`; null while filters that it must have say nothing. */
export function listCall(
  tree: CompiledForm['tree'],
  list: ListShape,
  state: ListState,
  where?: Condition,
): ListQuery | null {
  if (missingFilters(list, state).length > 0) return null
  const { filter: given, ...paged } = listQuery(list, state)
  const layout = layoutOf(list, state)
  const isCalendar = layout.kind === 'calendar'
  const month = isCalendar ? monthCondition(layout, shownMonth(state)) : undefined
  const filter = allOf([where, given, groupCondition(list, state), month].filter((one) => one !== undefined))
  const query = {
    ...paged,
    // A month has no pages.
    ...(isCalendar ? { pageNo: 1, pageSize: EVERYTHING } : {}),
    ...(filter ? { filter } : {}),
  }
  if (!tree) return query
  // Nodes below nodes; a search goes through all levels and answers a flat list.
  return { ...query, tree: query.filter || query.advanced ? 'search' : 'roots' }
}

/** What the page of a definition will ask for first, when it is opened with this query (without `?`). */
export function firstListCall(
  definition: PageDefinition,
  search: string,
): { source: RowSource; query: ListQuery } | null {
  if (definition.kind !== 'form') return null
  const model = pageModel(definition)
  const { form } = model
  const list = { ...form.list, wordsOf: wordsOf(model), saved: savedOf(model) }
  const state = parseListState(list, search)
  // A board asks for its rows by itself.
  if (layoutOf(list, state).kind === 'board') return null
  const query = listCall(form.tree, list, state)
  return query && { source: rowSource(form), query }
}
