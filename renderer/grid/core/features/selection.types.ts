import type { GridRow } from '../row-source.types.ts'

/** Which rows are ticked. */
export interface GridSelection {
  has(key: string): boolean
  count(): number
  keys(): string[]
  /** How many of these rows are ticked. */
  among(rows: readonly GridRow[]): 'all' | 'some' | 'none'
  tick(key: string, on: boolean): void
  /** These rows alone are ticked from now on. */
  only(rows: readonly GridRow[]): void
  /** Rows that are gone are ticked no more. */
  keep(rows: readonly GridRow[]): void
}
