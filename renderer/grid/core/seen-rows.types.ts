import type { GridRow } from './row-source.types.ts'

/** Which rows are seen, and in which order. What is saved has all of them in their own. */
export interface SeenRows {
  isSorted(): boolean
  /** All of them are seen, in their own order. */
  isWhole(): boolean
  /** They are seen in the order of these keys; in their own for null. */
  follow(keys: readonly string[] | null): void
  /** Rows with these keys are out of sight; none for null. */
  hide(keys: ReadonlySet<string> | null): void
  /** Whether this row of the source is in sight. */
  isSeen(at: number): boolean
  /** Place in the source of a row as it is seen; behind the last, behind the last. */
  sourceOf(place: number): number
  /** Where a row of the source is seen; one that is out of sight is behind the last. */
  placeOf(at: number): number
  /** Where a row is put into the source that is to be seen here. */
  insertAt(place: number): number
  /** What belongs to the rows of the source, in the order in which they are seen. */
  list<T>(rows: readonly T[]): readonly T[]
  /** The same array while nothing changes. */
  rows(): readonly GridRow[]
}
