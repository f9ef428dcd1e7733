/** Parameters in which a list keeps its filters, order and page: they belong to the page's state, not to its identity. */
const LIST_PARAMETER = /^(q_.*|sort|page|size)$/

/** A query without the list's own parameters: what tells one tab from another. */
export function withoutListState(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of [...params.keys()]) if (LIST_PARAMETER.test(name)) params.delete(name)
  const rest = params.toString()
  return rest ? `?${rest}` : ''
}
