import type { GridColumn } from './columns.ts'
import type { GridRow } from './row-source.types.ts'
import type { ViewRow } from './view/grid-view.types.ts'

/** Rows as the grid library sees them. A row that did not change is the same object at the next painting. */
export interface ViewRows {
  of(row: GridRow): ViewRow
  /** A row that was added just now. */
  begun(row: GridRow): void
  /** Whether it is still as it was added; one that is changed is another object. */
  isBlank(row: GridRow): boolean
}

/** The rows of a grid with these columns. */
export function createViewRows(columns: readonly GridColumn[]): ViewRows {
  const known = new WeakMap<GridRow, ViewRow>()
  const blank = new WeakSet<GridRow>()
  return {
    of(row) {
      let shown = known.get(row)
      if (!shown) {
        // Own properties only: a column may be called `constructor`.
        shown = Object.fromEntries(columns.map(({ name }) => [name, row.values[name] ?? null]))
        known.set(row, shown)
      }
      return shown
    },
    begun: (row) => blank.add(row),
    isBlank: (row) => blank.has(row),
  }
}
