/**
 * The special columns, which stand before the others: the handle that drags a row, what opens the place below it, the box
 * that ticks it, the button that chooses it alone, its number.
 */
export type RowHeader = 'row-drag-sort' | 'row-expand' | 'row-checkbox' | 'row-radio' | 'row-number'

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
  /** From the left. Rows of a locked grid are neither dragged nor selected. */
  rowHeaders: readonly RowHeader[]
  /** What the columns come to stands below the rows. */
  hasTotals?: boolean
  /** How many columns stay in sight at the left while the others scroll. */
  frozen: number
  /** Whether users may sort, filter, hide and freeze columns. */
  columnMenu?: boolean
  /** Rows that are drawn above and below those in sight: the more, the smoother they scroll, and the later they are there. */
  rowsAhead?: number
}

const NUMBER_PX = 60
const SPECIAL_PX = 40
/** With totals below the rows, whose words stand under them. */
const SPECIAL_WITH_TOTALS_PX = 60
/** What a locked grid has too. */
const TO_READ: ReadonlySet<RowHeader> = new Set(['row-number', 'row-expand'])

/** Width of a special column, px. */
export function rowHeaderWidth(header: RowHeader, hasTotals = false): number {
  if (header === 'row-number') return NUMBER_PX
  return hasTotals ? SPECIAL_WITH_TOTALS_PX : SPECIAL_PX
}

/** The special columns that are drawn now. */
export function rowHeadersOf({ rowHeaders }: GridLook, disabled: boolean): readonly RowHeader[] {
  return disabled ? rowHeaders.filter((header) => TO_READ.has(header)) : rowHeaders
}
