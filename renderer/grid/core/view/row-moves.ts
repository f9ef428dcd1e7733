import type Handsontable from 'handsontable/base'
import type { ViewContext } from './view-context.ts'
import type { GridViewHost } from './view-host.ts'

/** What a row is dragged by. */
export const DRAG_HANDLE = 'data-grid-drag'
/** The pointer has to go so far before a press is a drag, px. */
const DRAG_BEGINS_PX = 4

interface Rows {
  from: number
  to: number
}

/** The rows that the selection reaches, from its first to its last. */
export function selectedRows(hot: Handsontable.Core): Rows | null {
  const range = hot.getSelectedRangeLast()
  if (!range) return null
  const from = range.getTopStartCorner().row ?? 0
  const to = range.getBottomEndCorner().row ?? from
  return { from: Math.max(0, from), to: Math.max(0, to) }
}

/** Moves rows by one place; the same cells of them stay selected. Nothing happens above the first row and below the last. */
export function moveRows(hot: Handsontable.Core, host: GridViewHost, { from, to }: Rows, by: 1 | -1): void {
  const last = hot.countRows() - 1
  if (!host.mayMove() || from + by < 0 || to + by > last) return
  const range = hot.getSelectedRangeLast()
  const left = Math.max(0, range?.getTopStartCorner().col ?? 0)
  const right = Math.max(left, range?.getBottomEndCorner().col ?? left)
  if (host.onMove(from, to - from + 1, from + by)) hot.selectCell(from + by, left, to + by, right)
}

/** Alt+Shift+↑ and ↓ move the selected rows; a handle drags one. */
export function addRowMoves(context: ViewContext): void {
  const { host, hot } = context
  const step = (by: 1 | -1) => {
    const rows = selectedRows(hot())
    if (rows) moveRows(hot(), host, rows, by)
  }
  hot()
    .getShortcutManager()
    .getContext('grid')
    ?.addShortcuts(
      [
        { keys: [['Alt', 'Shift', 'ArrowUp']], callback: () => step(-1) },
        { keys: [['Alt', 'Shift', 'ArrowDown']], callback: () => step(1) },
      ].map((shortcut) => ({ ...shortcut, group: 'row-moves' })),
    )
  const begin = (press: PointerEvent): void => {
    if (press.button === 0 && press.target instanceof Element && press.target.matches(`.${DRAG_HANDLE}`))
      dragRow(context, press.target, press)
  }
  context.element.addEventListener('pointerdown', begin)
  hot().addHook('afterDestroy', () => context.element.removeEventListener('pointerdown', begin))
}

/** Follows the pointer from a handle until it is let go; Escape leaves the row where it was. */
function dragRow({ element, host, hot }: ViewContext, handle: Element, press: PointerEvent): void {
  const from = rowAt(hot(), handle)
  if (from === null || !host.mayMove()) return
  press.preventDefault()
  const line = document.createElement('div')
  line.className = 'data-grid-drop'
  // Before which row it is let go; the row count is below the last.
  let gap: number | null = null

  const follow = (event: PointerEvent): void => {
    if (gap === null && Math.abs(event.clientY - press.clientY) < DRAG_BEGINS_PX) return
    const holder = element.querySelector('.ht_master .wtHolder')?.getBoundingClientRect()
    const heading = element.querySelector('.ht_clone_top')?.getBoundingClientRect()
    if (!holder) return
    const top = Math.max(holder.top, heading?.bottom ?? holder.top)
    // Beyond the edges the rows scroll on.
    const first = hot().getFirstFullyVisibleRow()
    const end = hot().getLastFullyVisibleRow()
    if (event.clientY < top && first) hot().scrollViewportTo({ row: first - 1 })
    if (event.clientY > holder.bottom && end !== null) hot().scrollViewportTo({ row: end + 1 })
    const found = gapAt(hot(), Math.min(Math.max(event.clientY, top + 1), holder.bottom - 1))
    if (!found) return
    gap = found.gap
    line.style.insetBlockStart = `${found.y - element.getBoundingClientRect().top}px`
    if (!line.isConnected) element.append(line)
  }
  const end = (event: PointerEvent | KeyboardEvent): void => {
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Escape') return
      // The dialog around the grid stays.
      event.stopPropagation()
      gap = null
    }
    document.removeEventListener('pointermove', follow)
    document.removeEventListener('pointerup', end)
    document.removeEventListener('pointercancel', end)
    document.removeEventListener('keydown', end, true)
    line.remove()
    if (gap === null || event.type === 'pointercancel') return
    const to = gap > from ? gap - 1 : gap
    if (host.onMove(from, 1, to)) hot().selectCell(to, 0)
  }
  document.addEventListener('pointermove', follow)
  document.addEventListener('pointerup', end)
  document.addEventListener('pointercancel', end)
  document.addEventListener('keydown', end, true)
}

function rowAt(hot: Handsontable.Core, handle: Element): number | null {
  const cell = handle.closest('th')
  const row = cell && hot.getCoords(cell)?.row
  return typeof row === 'number' && row >= 0 ? row : null
}

/** The gap between drawn rows that is nearest to a height on the screen. */
function gapAt(hot: Handsontable.Core, y: number): { gap: number; y: number } | null {
  const first = hot.getFirstRenderedVisibleRow()
  const last = hot.getLastRenderedVisibleRow()
  if (first === null || last === null) return null
  for (let row = first; row <= last; row++) {
    const box = hot.getCell(row, -1)?.getBoundingClientRect()
    if (!box || y > box.bottom) continue
    return y < box.top + box.height / 2 ? { gap: row, y: box.top } : { gap: row + 1, y: box.bottom }
  }
  const box = hot.getCell(last, -1)?.getBoundingClientRect()
  return box ? { gap: last + 1, y: box.bottom } : null
}
