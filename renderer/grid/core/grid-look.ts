/** What stands before the columns: the handle that drags a row, the box that ticks it, its number. */
export type RowHeader = 'drag' | 'tick' | 'number'

/** Height of a row, px: two lines of text fit, a picture, a control. */
export const ROW_PX = 61
/** Of a row with one line, and of the headings. */
export const COMPACT_ROW_PX = 36
/** The greatest height of a grid, px. */
export const MAX_GRID_PX = 400

/** How a grid looks that does not depend on its document. */
export interface GridLook {
  /** Height of a row, px; the user may choose another. */
  rowHeight: number
  /** The grid grows with its rows up to here and scrolls beyond, px. */
  maxHeight: number
  /** From the left. Rows of a locked grid are neither dragged nor ticked. */
  rowHeaders: readonly RowHeader[]
  /** How many columns stay in sight at the left while the others scroll. */
  frozen: number
  /** Rows that are drawn above and below those in sight: the more, the smoother they scroll, and the later they are there. */
  rowsAhead?: number
}

/** Widths of what stands before the columns, px. */
export const ROW_HEADER_WIDTHS: Readonly<Record<RowHeader, number>> = { drag: 40, tick: 40, number: 60 }

/** The row headers that are drawn now. */
export function rowHeadersOf({ rowHeaders }: GridLook, disabled: boolean): readonly RowHeader[] {
  return disabled ? rowHeaders.filter((header) => header === 'number') : rowHeaders
}
