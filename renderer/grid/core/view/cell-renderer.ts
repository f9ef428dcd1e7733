import { baseRenderer } from 'handsontable/renderers/baseRenderer'
import type { Row } from '#schemas/compile/model.ts'
import type { Option } from '../../../data/data-client.ts'
import { paintTags } from '../../../widget/paint-tags.ts'
import type { GridColumn } from '../columns.ts'
import type { FoundMark } from '../grid-find.types.ts'
import { COMPACT_ROW_PX, type GridLook } from '../grid-look.ts'
import { cutDrawnTexts, drawnText, mayBeLong } from '../short-text.ts'
import { paintOther, sayOther } from './paint-others.ts'
import type { GridViewHost } from './view-host.ts'

const LINES = 'data-grid-lines'

interface Content {
  column: GridColumn
  value: unknown
  text: string | null
  hidden: boolean
  /** The whole row, which some kinds read as well. */
  values: Readonly<Row>
  tags: readonly Option[] | null
}

/** What the elements show: while a grid is scrolled or another cell is set, most of them show the same as before. */
const painted = new WeakMap<HTMLTableCellElement, Content>()

function paintContent(td: HTMLTableCellElement, isTall: boolean, content: Content): void {
  const before = painted.get(td)
  if (before && isSame(before, content)) return
  painted.set(td, content)
  const { column, value, text, hidden, values, tags } = content
  const place = isTall ? linesIn(td) : td
  if (!isTall) td.replaceChildren()
  if (hidden) return
  if (column.editor === 'checkbox' && isSwitched(value, column))
    paintSwitch(place, isOn(value, column.switchOptions[0].value), column.title)
  else if (tags) paintTags(place, tags)
  else column.paint(place, value, text, values)
  if (mayBeLong(value, text)) cutDrawnTexts(place)
}

function isSame(one: Content, other: Content): boolean {
  return (
    one.column === other.column &&
    one.values === other.values &&
    one.value === other.value &&
    one.text === other.text &&
    one.hidden === other.hidden &&
    (one.tags === other.tags ||
      (one.tags?.length === other.tags?.length &&
        one.tags?.every((tag, at) => tag === other.tags?.[at]) === true))
  )
}

/** Paints every cell: the widget's binding, then the marks of the grid. Never HTML. */
export function createCellRenderer(host: GridViewHost, { rowHeight }: GridLook): typeof baseRenderer {
  const isTall = rowHeight > COMPACT_ROW_PX
  return (hot, td, row, col, prop, stored, meta) => {
    const value = stored ?? null
    baseRenderer(hot, td, row, col, prop, value, meta)
    const column = host.columns()[col]
    if (!column) return
    const hidden = host.isHidden(row, column)
    const text = hidden ? null : host.textOf(column, value)
    if (hidden) td.classList.add('data-grid-hidden')
    if (!hidden && column.part !== null) host.showPart(td, row, column)
    else {
      const values = host.valuesOf(row)
      paintContent(td, isTall, {
        column,
        value,
        text,
        hidden,
        values,
        tags: hidden ? null : host.colored(column, value),
      })
    }
    if (column.align !== 'left') td.classList.add(`data-grid-${column.align}`)
    markFound(td, host.foundMark(row, column.name))
    td.classList.toggle('data-grid-reloaded', host.isReloaded(row))
    const note = host.noteOf(row, column.name)
    td.classList.toggle('data-grid-noted', note !== null)
    const other = host.otherIn(row, column.name)
    paintOther(td, other)
    mark(
      td,
      host.errorOf(row, column.name),
      sayOther(other) ?? note ?? (hidden ? '' : column.textOf(value, text)),
    )
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
  const title = drawnText(error ?? text)
  if (td.title === title) return
  if (title) td.title = title
  else td.removeAttribute('title')
}

/** The place of what a high cell shows: up to two lines. Made once for each element, which is used again for other cells. */
function linesIn(td: HTMLTableCellElement): HTMLElement {
  const { firstElementChild: first } = td
  if (first instanceof HTMLElement && first.className === LINES && td.childNodes.length === 1) {
    first.replaceChildren()
    first.removeAttribute('style')
    return first
  }
  const lines = document.createElement('div')
  lines.className = LINES
  td.replaceChildren(lines)
  return lines
}

/** What is neither on nor off is shown as it is. */
function isSwitched(stored: unknown, { switchOptions }: GridColumn): boolean {
  return (stored ?? '') === '' || switchOptions.some(({ value }) => isOn(stored, value))
}

function paintSwitch(td: HTMLElement, on: boolean, label: string): void {
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
