import { t } from '#schemas/text/text.ts'
import { type GridLook, type RowHeader, rowHeadersOf } from '../grid-look.ts'
import { paintOthers } from './paint-others.ts'
import { DRAG_HANDLE } from './row-moves.ts'
import type { GridViewHost } from './view-host.ts'

/** What a press on does not select the row. */
export const ROW_CHECK = 'data-grid-check'

type RowHeaderRenderer = (row: number, th: HTMLTableCellElement) => void

/** The special columns before the others. */
export function rowHeaderRenderers(host: GridViewHost, look: GridLook): RowHeaderRenderer[] {
  const selecting =
    (type: 'checkbox' | 'radio'): RowHeaderRenderer =>
    (row, th) => {
      // The element is used again for other rows, and its control with it.
      const known = th.querySelector<HTMLInputElement>(`.${ROW_CHECK}`)
      if (row < 0) headerContent(th)
      if (row < 0) return
      const control = known ?? checkControl(type)
      control.setAttribute('aria-label', t('选择第 {row} 行', { row: host.numberOf(row) }))
      control.checked = host.isChecked(row)
      control.disabled = !host.mayCheck(row)
      control.onchange = () => host.onCheck(row, control.checked)
      if (!known) headerContent(th).append(control)
    }
  const renderers: Readonly<Record<RowHeader, RowHeaderRenderer>> = {
    'row-drag-sort'(row, th) {
      if (row < 0) headerContent(th)
      else if (!th.querySelector(`.${DRAG_HANDLE}`)) headerContent(th).append(dragHandle())
    },
    'row-expand'(_row, th) {
      headerContent(th)
    },
    'row-checkbox': selecting('checkbox'),
    'row-radio': selecting('radio'),
    'row-number'(row, th) {
      const content = th.firstElementChild ?? headerContent(th)
      const text = row < 0 ? '' : String(host.numberOf(row))
      if (content.textContent !== text) content.textContent = text
      th.classList.toggle('data-grid-new-row', row >= 0 && host.isNewRow(row))
      paintOthers(th, row < 0 ? [] : host.othersOf(row))
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
  th.querySelector(`.${ROW_CHECK}`)?.remove()
  if (rowHeadersOf(look, host.disabled).at(place) !== 'row-checkbox') return
  const state = host.allChecked()
  const box = checkControl('checkbox')
  box.setAttribute('aria-label', t('选择全部行'))
  box.checked = state === 'all'
  box.onchange = () => host.onCheckAll(box.checked)
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

function checkControl(type: 'checkbox' | 'radio'): HTMLInputElement {
  const control = document.createElement('input')
  control.type = type
  control.className = ROW_CHECK
  return control
}
