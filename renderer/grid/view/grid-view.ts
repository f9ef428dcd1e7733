import Handsontable from 'handsontable/base'
import zhCN from 'handsontable/i18n/languages/zh-CN'
import { registerLanguageDictionary } from 'handsontable/i18n/registry'
import { AutoColumnSize } from 'handsontable/plugins/autoColumnSize'
import { Autofill } from 'handsontable/plugins/autofill'
import { ContextMenu } from 'handsontable/plugins/contextMenu'
import { CopyPaste } from 'handsontable/plugins/copyPaste'
import { DragToScroll } from 'handsontable/plugins/dragToScroll'
import { ManualColumnResize } from 'handsontable/plugins/manualColumnResize'
import { registerPlugin } from 'handsontable/plugins/registry'
import { layoutWidths, ROW_CHECKBOX_WIDTH, ROW_NUMBER_WIDTH } from '../column-widths.ts'
import type { GridColumn } from '../columns.ts'
import { createCellRenderer, isOn, paintCorner, rowHeaderRenderers } from './cell-renderer.ts'
import { createCopyMemory } from './clipboard.ts'
import { contextMenuItems, keepEscapeInMenu } from './context-menu.ts'
import { createCalendarEditor, createFieldEditor, createToggleEditor, editorOf } from './editors.ts'
import type { CellInput, GridViewHost } from './view-host.ts'

/**
 * Compact, unlike the 61 px of a full grid with two-line cells: a sub table stands inside a dialog, where 61 px would
 * show five rows in its 400 px. One line of text fits, and so does an antd control of normal size.
 */
export const ROW_HEIGHT = 36
const MAX_HEIGHT = 400
const EMPTY_HEIGHT = 120

/** Between choosing a cell and the input taking the focus; shorter than a hand is from one key to the next. */
const REFOCUS_MS = 10

interface Cell {
  row: number
  col: number
}

/** A row as the grid library sees it: one property per column. */
export type ViewRow = Record<string, unknown>

/** The grid library behind the few verbs that the component needs. */
export interface GridView {
  /** Shows these rows; what did not change keeps its selection and place. */
  show(rows: readonly ViewRow[]): void
  /** Paints again: texts, errors or ticks changed. */
  repaint(): void
  /** Fits columns and height to the box. */
  fit(): void
  /** Other columns are shown. */
  relayout(): void
  /** Ends an open editor and keeps what was typed. */
  commit(): void
  /** Ends an open editor without keeping; answers false when none was open. */
  cancel(): boolean
  isEditing(): boolean
  select(row: number, column: number): void
  /** Brings a row into sight, wherever the grid stands in what scrolls. */
  reveal(row: number): void
  /** Moves the selection from a cell and takes the keyboard back. */
  leave(row: number, column: number, move: 'stay' | 'down' | 'right' | 'left'): void
  selectedRow(): number | null
  pasteText(text: string): void
  cell(row: number, column: number): HTMLElement | null
  setColors(colors: Readonly<Record<string, string>>): void
  onScroll(listener: () => void): void
  destroy(): void
}

/** Starts the grid in an element. */
export function createGridView(element: HTMLElement, host: GridViewHost, licenseKey: string): GridView {
  register()
  const rows: ViewRow[] = []
  const memory = createCopyMemory()
  let pasted: { recalled: ReturnType<typeof memory.recall>; row: number; col: number } | null = null
  let scrolled: () => void = () => {}

  const toggle = (row: number, col: number): void => {
    const column = host.columns()[col]
    if (!column) return
    const [on, off] = column.switchOptions.map(({ value }) => value)
    host.onInput([{ row, column, value: isOn(rows[row]?.[column.name], on) ? off : on }])
  }
  const editors = {
    field: createFieldEditor(host),
    toggle: createToggleEditor(toggle),
    calendar: createCalendarEditor(host),
  }

  const inputOf = (
    [row, prop, , value]: [number, string | number, unknown, unknown],
    source: string,
  ): CellInput | null => {
    const column = host.columns().find(({ name }) => name === prop)
    if (!column || host.isReadOnly(row, column)) return null
    if (source === 'CopyPaste.paste' && pasted?.recalled) {
      const col = host.columns().indexOf(column)
      const known = pasted.recalled(row - pasted.row, col - pasted.col, column)
      if (known) return { row, column, value: known.value }
    }
    if (typeof value !== 'string' || source === 'Autofill.fill') return { row, column, value }
    return { row, column, text: value }
  }

  const columnSettings = () => ({
    columns: host.columns().map((column) => ({
      data: column.name,
      editor: editorOf(column, editors) as never,
    })),
    colHeaders: host.columns().map((column) => escapeHtml(column.title)),
  })
  const widths = () =>
    layoutWidths(
      host.columns(),
      element.clientWidth - ROW_NUMBER_WIDTH - (host.disabled ? 0 : ROW_CHECKBOX_WIDTH) - 2,
    )
  const heightOf = (columnWidths: readonly number[]): number => {
    const needed = columnWidths.reduce((sum, width) => sum + width, 0) + ROW_NUMBER_WIDTH + ROW_CHECKBOX_WIDTH
    const body = rows.length === 0 ? EMPTY_HEIGHT : rows.length * ROW_HEIGHT
    return Math.min(
      MAX_HEIGHT,
      ROW_HEIGHT + body + 2 + (needed > element.clientWidth ? scrollBarHeight() : 0),
    )
  }

  const renderer = createCellRenderer(host)
  const firstWidths = widths()
  const hot = new Handsontable(element, {
    data: rows,
    licenseKey,
    language: 'zh-CN',
    themeName: 'ht-theme-main',
    ...columnSettings(),
    // As a setting of the whole table: `columns` may not be given again without losing the widths a user dragged.
    renderer,
    rowHeaders: true,
    rowHeaderWidth: host.disabled ? ROW_NUMBER_WIDTH : [ROW_CHECKBOX_WIDTH, ROW_NUMBER_WIDTH],
    rowHeights: ROW_HEIGHT,
    columnHeaderHeight: ROW_HEIGHT,
    colWidths: firstWidths,
    width: '100%',
    height: heightOf(firstWidths),
    wordWrap: false,
    readOnly: host.disabled,
    allowInvalid: true,
    trimWhitespace: true,
    // The editor's input holds the focus of a selected cell, so that an input method starts with the first key.
    imeFastEdit: true,
    autoWrapCol: false,
    autoWrapRow: true,
    outsideClickDeselects: false,
    manualColumnResize: true,
    autoColumnSize: false,
    autoRowSize: false,
    dragToScroll: true,
    fillHandle: host.disabled ? false : { direction: 'vertical', autoInsertRow: false },
    copyPaste: true,
    contextMenu: { items: contextMenuItems(host) },
    undo: false,
    cells(row, col) {
      const column = host.columns()[col]
      return column && !host.disabled ? { readOnly: host.isReadOnly(row, column) } : {}
    },
    afterGetRowHeaderRenderers(renderers) {
      renderers.splice(0, renderers.length, ...rowHeaderRenderers(host))
    },
    afterGetColHeader(col, th) {
      const column = host.columns()[col]
      th.classList.toggle('sub-grid-right', col >= 0 && column?.align === 'right')
      th.classList.toggle('sub-grid-center', col < 0 || column?.align === 'center')
      th.classList.toggle('sub-grid-required', col >= 0 && column?.required === true)
      if (col >= 0) th.title = column?.widget ? column.title : `${column?.title}：未知控件 ${column?.view}`
      else if (!host.disabled && col === -2) paintCorner(th, host)
    },
    beforeOnCellMouseDown(event, _coords, _td, controller) {
      // A press on a box must neither select the row nor open an editor.
      if (!(event.target instanceof HTMLInputElement) || !event.target.classList.contains('sub-grid-check'))
        return
      controller.row = true
      controller.column = true
      controller.cell = true
      event.stopImmediatePropagation()
    },
    afterOnCellMouseUp(event, coords) {
      if (event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey) return
      const range = hot.getSelectedRangeLast()
      if (coords.row < 0 || coords.col < 0 || !range || range.getWidth() * range.getHeight() !== 1) return
      if (range.highlight.row !== coords.row || range.highlight.col !== coords.col) return
      const editor = hot.getActiveEditor()
      if (!editor || editor.isOpened()) return
      editor.enableFullEditMode()
      editor.beginEditing(undefined, event)
      // Typing replaces what is there; a second press sets the caret.
      const input = document.activeElement
      if (input instanceof HTMLTextAreaElement && element.contains(input)) input.select()
    },
    beforeKeyDown(event) {
      const cell = onlyCell()
      if (!cell || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const isHandled =
        event.key === 'Enter'
          ? passSwitch(cell, event.shiftKey)
          : event.key === 'Tab' && !event.shiftKey && isLastCell(cell) && appendRow()
      if (!isHandled) return
      event.preventDefault()
      // Else the library goes on with the key, from the new cell.
      return false
    },
    afterSelection: (row) => host.onSelect(row),
    afterDeselect: () => host.onSelect(null),
    beforeCopy: (texts, ranges) => remember(texts, ranges),
    beforeCut: (texts, ranges) => remember(texts, ranges),
    beforePaste(texts) {
      const corner = hot.getSelectedRangeLast()?.getTopStartCorner()
      // A spreadsheet ends its block with an empty line.
      if (texts.length > 1 && texts.at(-1)?.every((cell) => String(cell ?? '') === '')) texts.pop()
      pasted = corner ? { recalled: memory.recall(texts), row: corner.row ?? 0, col: corner.col ?? 0 } : null
    },
    afterPaste() {
      pasted = null
    },
    beforeChange(changes, source) {
      const inputs = changes.flatMap((change) => {
        const input = change ? inputOf(change as [number, string, unknown, unknown], source) : null
        return input ?? []
      })
      if (inputs.length > 0) host.onInput(inputs)
      // The data belongs to grid-data.ts, which has shown the outcome already.
      return false
    },
    beforeRemoveRow: () => false,
    beforeCreateRow: () => false,
    afterScrollHorizontally: () => scrolled(),
    afterScrollVertically: () => scrolled(),
  })
  keepEscapeInMenu(hot)

  function remember(
    texts: unknown[][],
    ranges: { startRow: number; startCol: number; endRow: number; endCol: number }[],
  ) {
    const range = ranges[0]
    if (!range) return
    const columns = host.columns().slice(range.startCol, range.endCol + 1)
    const stored = rows
      .slice(range.startRow, range.endRow + 1)
      .map((row) => columns.map(({ name }) => row[name]))
    const asText = stored.map((line) => line.map((value, place) => cellText(host, columns[place], value)))
    for (const [index, line] of asText.entries()) texts[index] = line
    memory.keep(
      asText,
      stored,
      columns.map(({ name }) => name),
    )
  }

  /** The cell that is selected, where it is one. */
  function onlyCell(): Cell | null {
    const range = hot.getSelectedRangeLast()
    const { row, col } = range?.highlight ?? {}
    if (range?.getWidth() !== 1 || range.getHeight() !== 1) return null
    return typeof row === 'number' && row >= 0 && typeof col === 'number' && col >= 0 ? { row, col } : null
  }
  const isLastCell = ({ row, col }: Cell): boolean =>
    row === rows.length - 1 && col === host.columns().length - 1

  /** Enter in a cell that has nothing to edit goes on to the next. */
  function passSwitch({ row, col }: Cell, back: boolean): boolean {
    if (host.columns()[col]?.editor !== 'checkbox') return false
    hot.selectCell(Math.min(Math.max(row + (back ? -1 : 1), 0), rows.length - 1), col)
    return true
  }

  function appendRow(): boolean {
    // What was typed in the last cell is part of what decides.
    hot.getActiveEditor()?.finishEditing(false)
    if (!host.mayAppend()) return false
    host.onInsert(rows.length)
    return true
  }

  function selectAndListen(row: number, column: number): void {
    hot.selectCell(row, column)
    hot.listen()
    // A press on a button outside (新增, 保存) reaches the library after its handler has run, and takes the keyboard away.
    setTimeout(() => {
      if (hot.isDestroyed || !element.contains(document.activeElement)) return
      hot.getFocusScopeManager().activateScope('grid')
      hot.listen()
    })
  }

  // The library selects the input's text a moment later even when typing has begun by then: the first letter was lost.
  const focus = hot.getFocusManager()
  focus.setRefocusDelay(REFOCUS_MS)
  focus.setRefocusElementGetter(() => {
    const editor = hot.getActiveEditor() as
      | { isOpened(): boolean; TEXTAREA?: HTMLTextAreaElement }
      | undefined
    // The library's own default getter answers undefined as well, which its declaration does not say.
    return (editor && !editor.isOpened() ? editor.TEXTAREA : undefined) as HTMLTextAreaElement
  })

  const shortcuts = hot.getShortcutManager().getContext('grid')
  shortcuts?.addShortcuts(
    [
      { keys: [['Control/Meta', 'z']], callback: () => host.onUndo() },
      {
        keys: [
          ['Control/Meta', 'y'],
          ['Control/Meta', 'Shift', 'z'],
        ],
        callback: () => host.onRedo(),
      },
    ].map((shortcut) => ({ ...shortcut, group: 'sub-grid' })),
  )

  return {
    show(next) {
      const before = rows.length
      rows.splice(0, rows.length, ...next)
      if (before === next.length) {
        hot.render()
        return
      }
      hot.updateData(rows)
      hot.updateSettings({ height: heightOf(widths()) })
    },
    repaint: () => hot.render(),
    fit() {
      if (element.clientWidth === 0) return
      const next = widths()
      hot.updateSettings({ colWidths: next, height: heightOf(next) })
      scrolled()
    },
    relayout() {
      const next = widths()
      hot.deselectCell()
      hot.updateSettings({ ...columnSettings(), colWidths: next, height: heightOf(next) })
      scrolled()
    },
    commit: () => hot.getActiveEditor()?.finishEditing(false),
    cancel() {
      const editor = hot.getActiveEditor()
      if (!editor?.isOpened()) return false
      editor.finishEditing(true)
      hot.listen()
      return true
    },
    isEditing: () => hot.getActiveEditor()?.isOpened() === true,
    select: selectAndListen,
    reveal(row) {
      // The grid has grown by the row; where things are is known after the next painting.
      requestAnimationFrame(() => {
        if (!hot.isDestroyed) hot.getCell(row, -1)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      })
    },
    leave(row, column, move) {
      if (move === 'right' && isLastCell({ row, col: column }) && appendRow()) return
      // Counted through the lines, as Tab goes.
      const wide = host.columns().length
      const along = (by: number): [number, number] => {
        const place = row * wide + column + by
        return place < 0 || place >= rows.length * wide
          ? [row, column]
          : [Math.floor(place / wide), place % wide]
      }
      const to = {
        stay: () => [row, column] as const,
        down: () => [Math.min(row + 1, rows.length - 1), column] as const,
        right: () => along(1),
        left: () => along(-1),
      }[move]()
      selectAndListen(to[0], to[1])
    },
    selectedRow: () => hot.getSelectedRangeLast()?.highlight.row ?? null,
    pasteText: (text) => hot.getPlugin('copyPaste').paste(text),
    cell: (row, column) => hot.getCell(row, column, true),
    setColors(colors) {
      // The menu hangs in an element of its own under body, which is no part of the declared interface.
      const portal = (hot as unknown as { rootPortalElement?: HTMLElement }).rootPortalElement
      const wrapper = element.querySelector<HTMLElement>('.ht-root-wrapper')
      for (const target of [element.parentElement, wrapper, portal])
        for (const [name, color] of Object.entries(colors)) target?.style.setProperty(name, color)
    },
    onScroll(listener) {
      scrolled = listener
    },
    destroy: () => hot.destroy(),
  }
}

function cellText(host: GridViewHost, column: GridColumn | undefined, value: unknown): string {
  return column ? column.textOf(value, host.textOf(column, value)) : ''
}

/** Column headings go through innerHTML in the library. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Nothing where scroll bars lie over the content. */
function scrollBarHeight(): number {
  const probe = document.createElement('div')
  probe.style.cssText = 'position:absolute;visibility:hidden;overflow:scroll;width:50px;height:50px'
  document.body.append(probe)
  const height = probe.offsetHeight - probe.clientHeight
  probe.remove()
  return height
}

let registered = false
/** Parts of the library that this grid uses; the others stay out of the bundle. */
function register(): void {
  if (registered) return
  registered = true
  // AutoColumnSize is off, but the menu's own grid asks for it.
  for (const plugin of [AutoColumnSize, Autofill, ContextMenu, CopyPaste, DragToScroll, ManualColumnResize])
    registerPlugin(plugin as never)
  registerLanguageDictionary(zhCN)
}
