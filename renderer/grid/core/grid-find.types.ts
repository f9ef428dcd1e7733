import type { FindQuery } from './features/find.ts'

/** Whether the bar is open, and whether it offers to replace. */
export type FindMode = 'find' | 'replace'

/** A cell that was found. */
export interface FoundCell {
  /** As it is seen, counted from 0. */
  row: number
  column: number
  /** Of its row, and of its column. */
  key: string
  name: string
}

/** How a cell is marked that was found; one of them is the current. */
export type FoundMark = 'found' | 'current'

/** Finds texts in the cells of one grid, and replaces them. */
export interface GridFind {
  open(mode: FindMode): void
  /** Ends it; the keyboard goes to this cell, or back to the one that it was in. */
  close(current: FoundCell | null): void
  /** Cells whose text as it is seen is found, through the lines. */
  search(query: FindQuery): readonly FoundCell[]
  /** Marks cells and brings the current one into sight; the keyboard stays where it is. */
  mark(cells: readonly FoundCell[], current: FoundCell | null): void
  /** Replaces in these cells as if it had been typed, in one step; answers how many were changed: locked ones are not. */
  replace(cells: readonly FoundCell[], query: FindQuery, by: string): number
}
