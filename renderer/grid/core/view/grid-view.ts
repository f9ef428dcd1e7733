import Handsontable from 'handsontable/base'
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
import { keepEscapeInMenu } from './context-menu.ts'
import { columnSettings, createEditors, gridSettings } from './grid-settings.ts'
import type { GridView } from './grid-view.types.ts'
import { addShortcuts, createNavigation, focusInputEarly } from './navigation.ts'
import { columnWidths, gridHeight } from './sizes.ts'
import type { ViewContext } from './view-context.ts'
import type { GridViewHost } from './view-host.ts'

/** Starts the grid in an element. */
export function createGridView(
  element: HTMLElement,
  host: GridViewHost,
  { look, licenseKey }: { look: GridLook; licenseKey: string },
): GridView {
  register()
  const context: ViewContext = { element, host, look, rows: [], hot: () => hot, scrolled: () => {} }
  const { rows } = context
  const editors = createEditors(context)
  const navigation = createNavigation(context)
  const hot = new Handsontable(element, { ...gridSettings(context, editors, navigation), licenseKey })
  keepEscapeInMenu(hot)
  leaveScrollersToBrowser(element)
  focusInputEarly(context)
  addShortcuts(context)

  return {
    show(next) {
      const before = rows.length
      rows.splice(0, rows.length, ...next)
      if (before === next.length) {
        hot.render()
        return
      }
      hot.updateData(rows)
      hot.updateSettings({ height: gridHeight(context, columnWidths(context)) })
    },
    repaint: () => hot.render(),
    fit() {
      if (element.clientWidth === 0) return
      const colWidths = columnWidths(context)
      hot.updateSettings({ colWidths, height: gridHeight(context, colWidths) })
      context.scrolled()
    },
    relayout() {
      const colWidths = columnWidths(context)
      hot.deselectCell()
      hot.updateSettings({
        ...columnSettings(host, editors),
        colWidths,
        height: gridHeight(context, colWidths),
      })
      context.scrolled()
    },
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
    reveal(row) {
      // The grid has grown by the row; where things are is known after the next painting.
      requestAnimationFrame(() => {
        if (!hot.isDestroyed) hot.getCell(row, -1)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      })
    },
    leave: navigation.leave,
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
      context.scrolled = listener
    },
    destroy: () => hot.destroy(),
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
