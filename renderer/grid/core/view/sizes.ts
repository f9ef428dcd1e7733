import { layoutWidths, widthsOf } from '../column-widths.ts'
import { frozenCount } from '../features/column-looks.ts'
import { COMPACT_ROW_PX, rowHeadersOf, rowHeaderWidth } from '../grid-look.ts'
import type { ViewContext } from './view-context.ts'

/** Height of the place of the rows while there are none, px. */
const EMPTY_HEIGHT = 120
/** Part of the box that frozen columns take at most: on a telephone the others need room as well. */
const MOST_FROZEN = 0.6
/** Borders of the grid, left and right or above and below. */
const BORDERS = 2

/** Widths of the row headers that are drawn, from the left. */
export function rowHeaderWidths({ look, host }: ViewContext): number[] {
  return rowHeadersOf(look, host.disabled).map((header) => rowHeaderWidth(header, look.hasTotals))
}

/** Widths of the columns in the box as it is now. */
export function columnWidths(context: ViewContext): number[] {
  const { element, host } = context
  const columns = host.columns()
  const { widths: kept } = host.looks()
  const widths = layoutWidths(columns, element.clientWidth - sum(rowHeaderWidths(context)) - BORDERS)
  return columns.map(({ name, view }, at) =>
    Object.hasOwn(kept, name) ? Math.max(widthsOf(view).min, kept[name] ?? 0) : (widths[at] ?? 0),
  )
}

/** Widths that the user drew; no number where none was. */
export function keptWidths({ host }: ViewContext): number[] {
  const { widths } = host.looks()
  return host.columns().map(({ name }) => (Object.hasOwn(widths, name) ? (widths[name] ?? 0) : Number.NaN))
}

/** How many of them stay in sight while the others scroll. */
export function frozenColumns({ host, look, element }: ViewContext, widths: readonly number[]): number {
  const room = element.clientWidth * MOST_FROZEN
  return Math.max(look.frozen, frozenCount(host.columns(), host.looks(), widths, room))
}

/** Height that these widths leave: as high as the rows are, and a scroll bar where one is needed. */
export function gridHeight(context: ViewContext, widths: readonly number[]): number {
  const { rows, element, look } = context
  const body = rows.length === 0 ? EMPTY_HEIGHT : rows.length * look.rowHeight
  const scrolls = sum(widths) + sum(rowHeaderWidths(context)) > element.clientWidth
  return Math.min(look.maxHeight, COMPACT_ROW_PX + body + BORDERS + (scrolls ? scrollBarHeight() : 0))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

/** Nothing where scroll bars lie over the content. */
function scrollBarHeight(): number {
  const probe = document.createElement('div')
  probe.style.cssText = 'position:absolute;visibility:hidden;overflow:scroll;width:50px;height:50px'
  document.body.append(probe)
  const height = probe.offsetHeight - probe.clientHeight
  probe.remove()
  return height
}
