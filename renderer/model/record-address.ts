/** Parameter of a list's address that names the one record that is shown in place of the list. */
const RECORD = 'record'

/** The record that an address (its query, without `?`) shows on a page of its own. */
export function recordOf(search: string): string | null {
  return new URLSearchParams(search).get(RECORD) || null
}

/** The same list with a record in its place, or the list itself; on another page of the list, where one is given. */
export function withRecord(search: string, id: string | null, pageNo?: number): string {
  const params = new URLSearchParams(search)
  if (id === null) params.delete(RECORD)
  else params.set(RECORD, id)
  if (pageNo === 1) params.delete('page')
  else if (pageNo !== undefined) params.set('page', String(pageNo))
  return params.toString()
}
