import type { PageDefinition } from '#schemas/api/page.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { ListQuery } from '../data/data-client.ts'
import { pageModel } from '../page/page-model.ts'
import { type ListState, listQuery, missingFilters, parseListState } from './list-state.ts'

/** The call that brings a list's rows; null while filters that it must have say nothing. */
export function listCall(
  tree: CompiledForm['tree'],
  list: CompiledForm['list'],
  state: ListState,
): ListQuery | null {
  if (missingFilters(list, state).length > 0) return null
  const query = listQuery(list, state)
  if (!tree) return query
  // Nodes below nodes; a search goes through all levels and answers a flat list.
  return { ...query, tree: Object.keys(query.filter ?? {}).length === 0 ? 'roots' : 'search' }
}

/** What the page of a definition will ask for first, when it is opened with this query (without `?`). */
export function firstListCall(definition: PageDefinition, search: string): ListQuery | null {
  const { form } = pageModel(definition)
  return listCall(form.tree, form.list, parseListState(form, search))
}
