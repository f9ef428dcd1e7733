import type { FilterChoice, Measure, Operand, RowFilter } from './features/row-filter.ts'

/** Which rows of one grid are in sight. Those out of sight are judged, counted and saved like the others. */
export interface GridFilter {
  /** What cells of a column say in the rows that the filters of the other columns leave. */
  choices(name: string): readonly FilterChoice[]
  measure(name: string): Measure
  /** What was typed to compare with; null where it is nothing to compare cells of the column with. */
  read(name: string, text: string): Operand | null
  /** Filters all rows by this column as well; by it no more for null. */
  set(name: string, filter: RowFilter | null): void
  /** All rows are in sight. */
  clear(): void
  /** Filters anew by what the rows say now: until then those that were changed or added stay in sight. */
  again(): void
  /** Others took the place of the rows: they are filtered too, unless they have nothing to do with them. */
  renew(): void
  /** Columns were taken away: nothing is filtered by those. */
  allow(): void
  /** Takes the filters off where they keep this row out of sight, and says so. */
  reveal(at: number): void
}
