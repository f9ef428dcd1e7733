/** Parameters in which a list keeps its filters, order and page: they belong to the page's state, not to its identity. */
const LIST_PARAMETER = /^(q_.*|superQuery|sort|page|size|view|record|start|layout|month|groupBy|group)$/

/** Those beside the filters that ask for other records, or show them in another way. */
const ASKS: ReadonlySet<string> = new Set(['superQuery', 'view', 'record', 'layout', 'group'])

/** A query without the list's own parameters: what tells one tab from another. */
export function withoutListState(search: string): string {
  return filtered(search, (name) => !LIST_PARAMETER.test(name))
}

/** The list's own parameters of a query, without `?`. */
export function listStateOf(search: string): string {
  return filtered(search, (name) => LIST_PARAMETER.test(name)).slice(1)
}

/** What a list is asked for by an address: one that only begins something there leaves its rows as they were. */
export function arrivedState(kept: string, asked: string): string {
  const params = new URLSearchParams(asked)
  const start = params.get('start')
  if (start === null || params.size > 1) return asked
  const state = new URLSearchParams(kept)
  state.delete('record')
  state.set('start', start)
  return state.toString()
}

/** The address of a tab with its list's parameters. */
export function withListState(tabKey: string, listState: string): string {
  if (!listState) return tabKey
  return `${tabKey}${tabKey.includes('?') ? '&' : '?'}${listState}`
}

/**
 * Whether two states of a list ask for other records: then Back leads from the one to the other. Turning pages and sorting
 * look at the same records, and would take many steps to leave behind.
 */
export function asksAnew(before: string, after: string): boolean {
  const questions = (state: string) => filtered(state, (name) => name.startsWith('q_') || ASKS.has(name))
  return questions(before) !== questions(after)
}

function filtered(search: string, keeps: (name: string) => boolean): string {
  const params = new URLSearchParams(search)
  for (const name of [...params.keys()]) if (!keeps(name)) params.delete(name)
  const rest = params.toString()
  return rest ? `?${rest}` : ''
}
