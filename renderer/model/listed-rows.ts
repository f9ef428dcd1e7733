import type { ListQuery } from '../data/data-client.ts'

/** Rows as a list shows them. */
export interface ListedRows {
  query: ListQuery
  /** The columns that its user sees, in order. */
  columns: readonly string[]
}
