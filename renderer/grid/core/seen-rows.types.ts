import type { GridRow } from './row-source.types.ts'

/** In which order rows are seen. What is saved keeps its own. */
export interface SeenRows {
  isSorted(): boolean
  /** They are seen in the order of these keys; in their own for null. */
  follow(keys: readonly string[] | null): void
  /** Place in the source of a row as it is seen; behind the last, behind the last. */
  sourceOf(place: number): number
  placeOf(at: number): number
  /** Where a row is put into the source that is to be seen here. */
  insertAt(place: number): number
  /** What belongs to the rows of the source, in the order in which they are seen. */
  list<T>(rows: readonly T[]): readonly T[]
  /** The same array while nothing changes. */
  rows(): readonly GridRow[]
}
