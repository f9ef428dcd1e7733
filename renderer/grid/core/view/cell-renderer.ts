import { baseRenderer } from 'handsontable/renderers/baseRenderer'
import { t } from '#schemas/text/text.ts'
import type { FoundMark } from '../grid-find.types.ts'
import { type GridLook, type RowHeader, rowHeadersOf } from '../grid-look.ts'
import { DRAG_HANDLE } from './row-moves.ts'
import type { GridViewHost } from './view-host.ts'

/** Paints every cell: the widget's binding, then the marks of the grid. Never HTML. */
export function createCellRenderer(host: GridViewHost): typeof baseRenderer {
  return (hot, td, row, col, prop, value, meta) => {
    baseRenderer(hot, td, row, col, prop, value, meta)
    const column = host.columns()[col]
    if (!column) return
    td.replaceChildren()
    const hidden = host.isHidden(row, column)
    const text = hidden ? null : host.textOf(column, value)
    if (hidden) td.classList.add('data-grid-hidden')
    else if (column.editor === 'checkbox')
      paintSwitch(td, isOn(value, column.switchOptions[0].value), column.title)
    else column.paint(td, value, text, host.valuesOf(row))
    if (column.align !== 'left') td.classList.add(`data-grid-${column.align}`)
    markFound(td, host.foundMark(row, column.name))
    const note = host.noteOf(row, column.name)
    td.classList.toggle('data-grid-noted', note !== null)
    mark(td, host.errorOf(row, column.name), note ?? (hidden ? '' : column.textOf(value, text)))
  }
}

/** The element is used again for other cells: what does not apply must be taken off. */
function markFound(td: HTMLTableCellElement, found: FoundMark | null): void {
  td.classList.toggle('data-grid-found', found !== null)
  td.classList.toggle('data-grid-found-current', found === 'current')
}

function mark(td: HTMLTableCellElement, error: string | null, text: string): void {
  td.classList.toggle('data-grid-error', error !== null)
  // The element is used again for other rows: what does not apply must be taken off.
  if (error === null) td.removeAttribute('aria-invalid')
  else td.setAttribute('aria-invalid', 'true')
  const title = error ?? text
  if (title) td.title = title
  else td.removeAttribute('title')
}

function paintSwitch(td: HTMLTableCellElement, on: boolean, label: string): void {
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.tabIndex = -1
  box.checked = on
  box.setAttribute('aria-label', label)
  td.append(box)
}

/** Stored values travel as text or number. */
export function isOn(stored: unknown, on: unknown): boolean {
  return stored !== null && stored !== undefined && String(stored) === String(on)
}

type RowHeaderRenderer = (row: number, th: HTMLTableCellElement) => void

/** Row headers: the handle that drags a row, the box that ticks it, its number. */
export function rowHeaderRenderers(host: GridViewHost, look: GridLook): RowHeaderRenderer[] {
  const renderers: Readonly<Record<RowHeader, RowHeaderRenderer>> = {
    drag(row, th) {
      const content = headerContent(th)
      if (row >= 0) content.append(dragHandle())
    },
    number(row, th) {
      headerContent(th).textContent = row < 0 ? '' : String(host.numberOf(row))
      th.classList.toggle('data-grid-new-row', row >= 0 && host.isNewRow(row))
    },
    tick(row, th) {
      const content = headerContent(th)
      if (row < 0) return
      const label = t('选择第 {row} 行', { row: host.numberOf(row) })
      content.append(checkbox(label, host.isChecked(row), (on) => host.onCheck(row, on)))
    },
  }
  return rowHeadersOf(look, host.disabled).map((header) => renderers[header])
}

/** The corner above the boxes ticks all rows. Row headers count backwards from the columns: -1 stands beside the first. */
export function paintCorner(
  th: HTMLTableCellElement,
  place: number,
  { host, look }: { host: GridViewHost; look: GridLook },
): void {
  th.querySelector('.data-grid-check')?.remove()
  if (rowHeadersOf(look, host.disabled).at(place) !== 'tick') return
  const state = host.allChecked()
  const box = checkbox(t('选择全部行'), state === 'all', (on) => host.onCheckAll(on))
  box.indeterminate = state === 'some'
  // Beside the library's own span, which it looks for at the next painting.
  ;(th.querySelector('.relative') ?? th).append(box)
}

/** Taken by the pointer; the menu and the keys move rows as well, so that it is no control of its own. */
function dragHandle(): HTMLElement {
  const handle = document.createElement('span')
  handle.className = DRAG_HANDLE
  handle.textContent = '⠿'
  handle.title = t('拖动排序')
  handle.setAttribute('aria-hidden', 'true')
  return handle
}

function headerContent(th: HTMLTableCellElement): HTMLElement {
  const div = document.createElement('div')
  div.className = 'relative'
  th.replaceChildren(div)
  return div
}

function checkbox(label: string, checked: boolean, onChange: (on: boolean) => void): HTMLInputElement {
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.checked = checked
  box.className = 'data-grid-check'
  box.setAttribute('aria-label', label)
  box.addEventListener('change', () => onChange(box.checked))
  return box
}
