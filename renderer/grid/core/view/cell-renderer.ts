import { baseRenderer } from 'handsontable/renderers/baseRenderer'
import type { FoundMark } from '../grid-find.types.ts'
import type { GridViewHost } from './view-host.ts'

/** Paints every cell: the widget's binding, then the marks of the grid. Never HTML. */
export function createCellRenderer(host: GridViewHost): typeof baseRenderer {
  return (hot, td, row, col, prop, stored, meta) => {
    const value = stored ?? null
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
    td.classList.toggle('data-grid-reloaded', host.isReloaded(row))
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
