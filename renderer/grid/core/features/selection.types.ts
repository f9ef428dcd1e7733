import type { GridRow } from '../row-source.types.ts'

/** Which rows are selected: ticked, or the one that is chosen. */
export interface GridSelection {
  /** Whether a row may be selected. */
  may(row: GridRow): boolean
  has(key: string): boolean
  count(): number
  keys(): string[]
  /** How many are selected of those among these rows that may be. */
  among(rows: readonly GridRow[]): 'all' | 'some' | 'none'
  /** Where one row is chosen, it takes the place of the one before. */
  tick(row: GridRow, on: boolean): void
  /** Those of these rows that may be are selected, and no others; only the first where one is chosen. */
  only(rows: readonly GridRow[]): void
  /** Rows that are gone are ticked no more. */
  keep(rows: readonly GridRow[]): void
}
