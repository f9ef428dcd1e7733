import type { RowError } from '#schemas/compile/model.ts'
import type { CellRange, SelectionFigures } from './features/selection-figures.ts'
import type { GridRow } from './row-source.types.ts'

/** What is seen of the rows of one grid, and what is said of it. */
export interface GridSight {
  /** The rows as they are seen. */
  rows(): readonly GridRow[]
  /** What these cells come to; null for none. */
  figures(ranges: readonly CellRange[] | null): SelectionFigures | null
  /** Scrolls to the cell of an error, selects it and takes the keyboard. */
  focus(error: RowError): void
  /** The same with the first error behind the selected cell. */
  focusNextError(): void
}
