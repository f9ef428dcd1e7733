import { baseRenderer } from 'handsontable/renderers/baseRenderer'
import type { GridViewHost } from './view-host.ts'

/** Paints every cell: the widget's binding, then the marks of the grid. Text only, never HTML. */
export function createCellRenderer(host: GridViewHost): typeof baseRenderer {
  return (hot, td, row, col, prop, value, meta) => {
    baseRenderer(hot, td, row, col, prop, value, meta)
    const column = host.columns()[col]
    if (!column) return
    td.replaceChildren()
    const hidden = host.isHidden(row, column)
    const text = hidden ? null : host.textOf(column, value)
    if (hidden) td.classList.add('sub-grid-hidden')
    else if (column.editor === 'checkbox')
      paintSwitch(td, isOn(value, column.switchOptions[0].value), column.title)
    else column.paint(td, value, text)
    if (column.align !== 'left') td.classList.add(`sub-grid-${column.align}`)
    mark(td, host.errorOf(row, column.name), hidden ? '' : column.textOf(value, text))
  }
}

function mark(td: HTMLTableCellElement, error: string | null, text: string): void {
  td.classList.toggle('sub-grid-error', error !== null)
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

/** Row headers: the box that chooses a row, then its number. */
export function rowHeaderRenderers(host: GridViewHost): ((row: number, th: HTMLTableCellElement) => void)[] {
  const number = (row: number, th: HTMLTableCellElement) => {
    const text = row < 0 ? '' : String(row + 1)
    const div = headerContent(th)
    div.textContent = text
    th.classList.toggle('sub-grid-new-row', row >= 0 && host.isNewRow(row))
  }
  const box = (row: number, th: HTMLTableCellElement) => {
    const div = headerContent(th)
    if (row < 0) return
    div.append(checkbox(`选择第 ${row + 1} 行`, host.isChecked(row), (on) => host.onCheck(row, on)))
  }
  return host.disabled ? [number] : [box, number]
}

/** The corner above the boxes chooses all rows. */
export function paintCorner(th: HTMLTableCellElement, host: GridViewHost): void {
  th.querySelector('.sub-grid-check')?.remove()
  const state = host.allChecked()
  const box = checkbox('选择全部行', state === 'all', (on) => host.onCheckAll(on))
  box.indeterminate = state === 'some'
  // Beside the library's own span, which it looks for at the next painting.
  ;(th.querySelector('.relative') ?? th).append(box)
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
  box.className = 'sub-grid-check'
  box.setAttribute('aria-label', label)
  box.addEventListener('change', () => onChange(box.checked))
  return box
}
