import type Handsontable from 'handsontable/base'
import { TextEditor } from 'handsontable/editors/textEditor'
import zhCN from 'handsontable/i18n/languages/zh-CN'
import { registerLanguageDictionary } from 'handsontable/i18n/registry'
import { AutoColumnSize } from 'handsontable/plugins/autoColumnSize'
import { Autofill } from 'handsontable/plugins/autofill'
import { ContextMenu } from 'handsontable/plugins/contextMenu'
import { CopyPaste } from 'handsontable/plugins/copyPaste'
import { DragToScroll } from 'handsontable/plugins/dragToScroll'
import { ManualColumnResize } from 'handsontable/plugins/manualColumnResize'
import { registerPlugin } from 'handsontable/plugins/registry'
import { plainText } from '../columns.ts'
import type { GridLook } from '../grid-look.ts'
import { addColumnMenuKey } from './column-menu.ts'
import { keepEscapeInMenu } from './context-menu.ts'
import type { GridEditors } from './editors.ts'
import { createFill } from './fill.ts'
import { columnSettings, createEditors, gridSettings } from './grid-settings.ts'
import type { GridView, ViewRow } from './grid-view.types.ts'
import { addShortcuts, createNavigation, focusInputEarly, type Navigation, REFOCUS_MS } from './navigation.ts'
import { addRowMoves } from './row-moves.ts'
import { columnWidths, frozenColumns, gridHeight, keptWidths } from './sizes.ts'
import type { ViewContext } from './view-context.ts'
import type { GridViewHost } from './view-host.ts'

/** A grid that the library has yet to draw. */
export interface PreparedView {
  /** What the library is built with. */
  readonly settings: Handsontable.GridSettings
  /** Takes over what the library has built with these settings. */
  begin(hot: Handsontable.Core): GridView
}

/** Prepares a grid with these rows for an element. */
export function prepareGridView(
  element: HTMLElement,
  host: GridViewHost,
  { look, licenseKey, rows }: { look: GridLook; licenseKey: string; rows: ViewRow[] },
): PreparedView {
  register()
  let built: Handsontable.Core | null = null
  const hot = (): Handsontable.Core => {
    if (!built) throw new Error('the grid is not built yet')
    return built
  }
  const context: ViewContext = { element, host, look, rows, hot, scrolled: () => {} }
  const editors = createEditors(context)
  const navigation = createNavigation(context)
  const fill = createFill(context)
  return {
    settings: { ...gridSettings(context, editors, navigation), ...fill.hooks, licenseKey },
    begin(drawn) {
      built = drawn
      keepEscapeInMenu(drawn)
      leaveScrollersToBrowser(element)
      focusInputEarly(context)
      addShortcuts(context)
      addRowMoves(context)
      addColumnMenuKey(context)
      fill.begin()
      return createVerbs(drawn, context, editors, navigation)
    },
  }
}

function createVerbs(
  hot: Handsontable.Core,
  context: ViewContext,
  editors: GridEditors,
  navigation: Navigation,
): GridView {
  const { element, host, rows } = context
  return {
    show(next) {
      const before = rows.length
      // One by one: as arguments of a call, many thousand rows are too many.
      rows.length = next.length
      for (let at = 0; at < next.length; at++) rows[at] = next[at] as ViewRow
      if (before === next.length) {
        hot.render()
        return
      }
      hot.batchRender(() => {
        hot.updateData(rows)
        hot.updateSettings({ height: gridHeight(context, columnWidths(context)) })
      })
    },
    repaint: () => hot.render(),
    fit() {
      if (element.clientWidth === 0) return
      const colWidths = columnWidths(context)
      hot.updateSettings({
        colWidths,
        fixedColumnsStart: frozenColumns(context, colWidths),
        height: gridHeight(context, colWidths),
      })
      context.scrolled()
    },
    relayout() {
      const colWidths = columnWidths(context)
      hot.deselectCell()
      hot.updateSettings({
        ...columnSettings(host, editors),
        colWidths,
        // What was drawn by hand belongs to other columns now; the widths have it.
        manualColumnResize: keptWidths(context),
        fixedColumnsStart: frozenColumns(context, colWidths),
        height: gridHeight(context, colWidths),
      })
      context.scrolled()
    },
    heading: (column) => hot.getCell(-1, column, true),
    commit: () => hot.getActiveEditor()?.finishEditing(false),
    cancel() {
      const editor = hot.getActiveEditor()
      if (!editor?.isOpened()) return false
      editor.finishEditing(true)
      hot.listen()
      return true
    },
    typed(columns) {
      const editor = hot.getActiveEditor()
      if (!(editor instanceof TextEditor) || !editor.isOpened()) return null
      const text = String(editor.getValue())
      const { row, col, originalValue } = editor
      return text === plainText(originalValue) ? null : { row, column: columns[col], text }
    },
    isEditing: () => hot.getActiveEditor()?.isOpened() === true,
    select: navigation.select,
    selected() {
      const { row, col } = hot.getSelectedRangeLast()?.highlight ?? {}
      return typeof row === 'number' && typeof col === 'number' ? { row, column: col } : null
    },
    scrollTo: (row, col) => void hot.scrollViewportTo({ row, col }),
    toEnd() {
      const scroll = () => {
        if (!hot.isDestroyed) hot.scrollViewportTo({ row: hot.countRows() - 1 })
      }
      // The new row is revealed first, and the keyboard goes to its cell, which scrolls to it.
      requestAnimationFrame(() => setTimeout(scroll, 2 * REFOCUS_MS))
    },
    reveal(row) {
      // The grid has grown by the row; where things are is known after the next painting.
      requestAnimationFrame(() => {
        if (!hot.isDestroyed) hot.getCell(row, -1)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      })
    },
    leave: navigation.leave,
    paste: (text, html) => hot.getPlugin('copyPaste').paste(text, html),
    cell: (row, column) => hot.getCell(row, column, true),
    setColors(colors) {
      // The menu hangs in an element of its own under body, which is no part of the declared interface.
      const portal = (hot as unknown as { rootPortalElement?: HTMLElement }).rootPortalElement
      const wrapper = element.querySelector<HTMLElement>('.ht-root-wrapper')
      for (const target of [element.parentElement, wrapper, portal])
        for (const [name, color] of Object.entries(colors)) target?.style.setProperty(name, color)
    },
    onScroll(listener) {
      context.scrolled = listener
    },
  }
}

/**
 * What scrolls carries a tab index of the library's, which makes it a part of the grid that is no row. Without it the
 * browser lets the keyboard scroll where nothing inside takes the focus.
 */
function leaveScrollersToBrowser(element: HTMLElement): void {
  for (const scroller of element.querySelectorAll('.wtHolder')) scroller.removeAttribute('tabindex')
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
