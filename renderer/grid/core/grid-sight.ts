import type { RowError } from '#schemas/compile/model.ts'
import { nextError } from './features/next-error.ts'
import { selectionFigures } from './features/selection-figures.ts'
import type { GridParts } from './grid-parts.ts'
import type { GridSight } from './grid-sight.types.ts'

/** The sight of a grid with these parts. */
export function createGridSight(parts: GridParts): GridSight {
  const { source, seen, state } = parts
  const columnOf = (error: RowError) => parts.shown.findIndex(({ name }) => name === error.field)
  const focus = (error: RowError): void => {
    // What is wrong in a hidden column is shown with it, and what is wrong in a row out of sight with all rows.
    if (parts.allowed.some(({ name }) => name === error.field)) parts.looks?.show(error.field)
    parts.filter?.reveal(error.row ?? 0)
    if (source.rows().length > 0) parts.view?.select(error.row ?? 0, Math.max(0, columnOf(error)))
  }
  return {
    rows: seen.rows,
    figures: (ranges) => ranges && selectionFigures(ranges, seen.rows(), parts.shown),
    focus,
    focusNextError() {
      const at = parts.view?.selected()
      const wide = parts.shown.length
      // Those of hidden columns come first in their rows, those of rows out of sight after all others.
      const placeOf = (error: RowError) => seen.placeOf(error.row ?? 0) * wide + columnOf(error)
      const next = nextError(state.get().errors, placeOf, at ? seen.placeOf(at.row) * wide + at.column : -1)
      if (next) focus(next)
    },
  }
}
