import type { Parameters } from '../../../database/condition-sql.ts'
import type { RecordTable } from './record-table.ts'

/** Rows that are passed over on the way to a page before passing over keys alone costs less. */
const MANY_ROWS_BEFORE = 100

/** What a page of a list is: its columns, its rows, their order, and how many of them after how many. */
export interface PageOfRows {
  select: string
  where: string
  /** Names of rows with their direction; the last one makes the order total. */
  sort: readonly { field: string; descending: boolean }[]
  /** The same, as SQL. */
  orderBy: string
  limit: number
  offset: number
}

/**
 * The statement for one page. Where all rows have to be sorted, or many passed over, it sorts and passes over their keys, and reads the
 * columns of the page's own rows after that: a sort of whole rows costs twice as much, a deep page of an index four times.
 */
export function pageStatement(table: RecordTable, page: PageOfRows, parameters: Parameters): string {
  const { select, where, orderBy, limit, offset } = page
  const rows = `from ${table.from} where ${where} order by ${orderBy} limit ${parameters.add(limit)} offset ${parameters.add(offset)}`
  const first = page.sort[0]?.field ?? 'id'
  if (offset < MANY_ROWS_BEFORE && table.indexed.has(first)) return `select ${select} ${rows}`
  const key = table.sql('id')
  return `select ${select} from ${table.from} where ${key} = any(array(select ${key} ${rows})) order by ${orderBy}`
}
