import type Handsontable from 'handsontable/base'
import { COLUMN_MENU } from './column-menu.ts'
import { ROW_CHECK } from './row-headers.ts'
import { DRAG_HANDLE } from './row-moves.ts'
import type { ViewContext } from './view-context.ts'

/** What a press does: it ticks a row, or begins to edit the cell that it chose. */
export function pointerHooks({ element, hot }: ViewContext): Handsontable.GridSettings {
  return {
    beforeOnCellMouseDown(event, _coords, _td, controller) {
      // A press on a box or a handle must neither select the row nor open an editor.
      if (
        !(event.target instanceof Element) ||
        !event.target.closest(`.${ROW_CHECK}, .${DRAG_HANDLE}, .${COLUMN_MENU}`)
      )
        return
      controller.row = true
      controller.column = true
      controller.cell = true
      event.stopImmediatePropagation()
    },
    afterOnCellMouseUp(event, coords) {
      if (event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey) return
      const range = hot().getSelectedRangeLast()
      if (coords.row < 0 || coords.col < 0 || !range || range.getWidth() * range.getHeight() !== 1) return
      if (range.highlight.row !== coords.row || range.highlight.col !== coords.col) return
      const editor = hot().getActiveEditor()
      if (!editor || editor.isOpened()) return
      editor.enableFullEditMode()
      editor.beginEditing(undefined, event)
      // Typing replaces what is there; a second press sets the caret.
      const input = document.activeElement
      if (input instanceof HTMLTextAreaElement && element.contains(input)) input.select()
    },
  }
}
