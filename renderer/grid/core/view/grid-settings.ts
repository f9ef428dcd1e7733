import type Handsontable from 'handsontable/base'
import { currentLanguage, OWN_LANGUAGE } from '#schemas/text/text.ts'
import { widthsOf } from '../column-widths.ts'
import { type GridColumn, plainText } from '../columns.ts'
import type { CellRange } from '../features/selection-figures.ts'
import { createTimedFlag, SCROLLING_MS } from '../features/timed-flag.ts'
import { COMPACT_ROW_PX } from '../grid-look.ts'
import { createCellRenderer, isOn } from './cell-renderer.ts'
import { changeHooks } from './change-hooks.ts'
import { paintColumnMenu } from './column-menu.ts'
import { contextMenuItems } from './context-menu.ts'
import { copyPasteHooks } from './copy-paste.ts'
import {
  createCalendarEditor,
  createFieldEditor,
  createToggleEditor,
  type EditorHelp,
  editorOf,
  type GridEditors,
} from './editors.ts'
import type { Navigation } from './navigation.ts'
import { pointerHooks } from './pointer-hooks.ts'
import { paintCorner, rowHeaderRenderers } from './row-headers.ts'
import { columnWidths, frozenColumns, gridHeight, rowHeaderWidths } from './sizes.ts'
import type { ViewContext } from './view-context.ts'
import type { GridViewHost } from './view-host.ts'

type Settings = Handsontable.GridSettings

/** The editors of one grid. */
export function createEditors({ host, rows }: ViewContext): GridEditors {
  const toggle = (row: number, col: number): void => {
    const column = host.columns()[col]
    if (!column) return
    const [on, off] = column.switchOptions.map(({ value }) => value)
    host.onInput([{ row, column, value: isOn(rows[row]?.[column.name], on) ? off : on }])
  }
  return {
    field: createFieldEditor(host),
    toggle: createToggleEditor(toggle),
    calendar: createCalendarEditor(host),
  }
}

/** The columns as the library wants them. */
export function columnSettings(host: GridViewHost, editors: GridEditors): Settings {
  return {
    columns: host.columns().map((column) => ({
      data: column.name,
      ...editorHelp(host, column),
      editor: editorOf(column, editors) as never,
    })),
    colHeaders: host.columns().map(heading),
    // The menu of the library; English is what it has without a dictionary.
    language: currentLanguage() === OWN_LANGUAGE ? OWN_LANGUAGE : 'en-US',
  }
}

function editorHelp(host: GridViewHost, column: GridColumn): EditorHelp {
  return {
    columnTitle: column.title,
    judgeText: (row, text) => host.wrongWith(row, column, text),
    onLeft: (row) => host.onLeave(row, column),
  }
}

/** What the grid is built with. */
export function gridSettings(context: ViewContext, editors: GridEditors, navigation: Navigation): Settings {
  const { element, host, look, rows } = context
  const colWidths = columnWidths(context)
  // While it scrolls nothing in it moves by itself.
  const scrolling = createTimedFlag(SCROLLING_MS, (isUp) =>
    element.classList.toggle('data-grid-scrolling', isUp),
  )
  const follow = () => {
    scrolling.raise()
    context.scrolled()
  }
  return {
    data: rows,
    themeName: 'ht-theme-main',
    ...columnSettings(host, editors),
    // As a setting of the whole table: `columns` may not be given again without losing the widths a user dragged.
    renderer: createCellRenderer(host, look),
    rowHeaders: true,
    rowHeaderWidth: rowHeaderWidths(context),
    rowHeights: look.rowHeight,
    ...(look.rowsAhead === undefined ? {} : { viewportRowRenderingOffset: look.rowsAhead }),
    columnHeaderHeight: COMPACT_ROW_PX,
    colWidths,
    fixedColumnsStart: frozenColumns(context, colWidths),
    width: '100%',
    height: gridHeight(context, colWidths),
    wordWrap: false,
    readOnly: host.disabled,
    allowInvalid: true,
    trimWhitespace: true,
    // Without one the library drops what is typed or pasted over a value that is no text or number.
    valueSetter: (value: unknown) => value,
    // The editor's input holds the focus of a selected cell, so that an input method starts with the first key.
    imeFastEdit: true,
    autoWrapCol: false,
    autoWrapRow: true,
    outsideClickDeselects: false,
    // The widths that users draw are kept with their looks, and are part of those above.
    manualColumnResize: true,
    afterColumnResize: (px, col) => host.onResize(host.columns()[col]?.name ?? '', px),
    autoColumnSize: false,
    autoRowSize: false,
    dragToScroll: true,
    copyPaste: true,
    contextMenu: { items: contextMenuItems(host) },
    undo: false,
    cells(row, col) {
      const column = host.columns()[col]
      return column && !host.disabled ? { readOnly: host.isReadOnly(row, column) } : {}
    },
    ...headerHooks(context),
    ...pointerHooks(context),
    ...changeHooks(context),
    ...copyPasteHooks(context),
    afterViewRender: () => host.painted(),
    modifyData: (_row, _col, cell, mode) => asText(cell, mode),
    modifySourceData: (_row, _col, cell, mode) => asText(cell, mode),
    beforeKeyDown(event) {
      if (!navigation.onKey(event)) return
      event.preventDefault()
      // Else the library goes on with the key, from the new cell.
      return false
    },
    // A column may not be dragged narrower than its kind needs.
    beforeColumnResize: (width, col) => Math.max(width, widthsOf(host.columns()[col]?.view ?? '').min),
    afterSelection: (row) => host.onSelect(row),
    afterSelectionEnd: () => host.onMark(selectedRanges(context.hot())),
    afterBeginEditing: () => host.onEditor(),
    afterDeselect() {
      host.onSelect(null)
      host.onMark([])
    },
    afterScrollHorizontally: follow,
    afterScrollVertically: follow,
  }
}

/** Selected cells without the headings before and above them. */
function selectedRanges(hot: Handsontable.Core): CellRange[] {
  return (hot.getSelectedRange() ?? []).map((range) => {
    const from = range.getTopStartCorner()
    const to = range.getBottomEndCorner()
    return {
      top: Math.max(0, from.row ?? 0),
      left: Math.max(0, from.col ?? 0),
      bottom: to.row ?? 0,
      right: to.col ?? 0,
    }
  })
}

function headerHooks({ host, look }: ViewContext): Settings {
  return {
    afterGetRowHeaderRenderers(renderers) {
      renderers.splice(0, renderers.length, ...rowHeaderRenderers(host, look))
    },
    afterGetColHeader(col, th) {
      const column = host.columns()[col]
      th.classList.toggle('data-grid-right', col >= 0 && column?.align === 'right')
      th.classList.toggle('data-grid-center', col < 0 || column?.align === 'center')
      if (col >= 0 && look.columnMenu) paintColumnMenu(th, column, host)
      th.classList.toggle('data-grid-required', col >= 0 && column?.required === true)
      if (col >= 0) th.title = [column?.title, column?.fault].filter(Boolean).join(' ')
      else paintCorner(th, col, { host, look })
    },
  }
}

/** The library writes no text over an object, and edits none. */
function asText(cell: { value: unknown }, mode: string): void {
  if (mode === 'get' && typeof cell.value === 'object' && cell.value !== null)
    cell.value = plainText(cell.value)
}

/** The title of a column, and what is wrong with the column. */
function heading({ title, fault }: GridColumn): string {
  const mark = fault === null ? '' : ` <span class="data-grid-fault">⚠ ${escapeHtml(fault)}</span>`
  return escapeHtml(title) + mark
}

/** Column headings go through innerHTML in the library. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
