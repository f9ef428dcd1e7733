import type Handsontable from 'handsontable/base'
import type { MenuConfig, MenuItemConfig, Selection } from 'handsontable/plugins/contextMenu'
import { t } from '#schemas/text/text.ts'
import { moveRows, selectedRows } from './row-moves.ts'
import type { GridViewHost } from './view-host.ts'

/** Menu of the right button. Rows belong to the rows, so the library's own row commands are not used. */
export function contextMenuItems(host: GridViewHost): MenuConfig {
  const copy: MenuItemConfig = {
    name: t('复制'),
    callback() {
      takeFocus(this)
      this.getPlugin('copyPaste').copy()
    },
  }
  const find: MenuItemConfig = { name: t('查找'), callback: () => host.onFind('find') }
  if (host.disabled) return { data_grid_copy: copy, data_grid_find: find }
  return {
    data_grid_above: {
      name: t('上方插入行'),
      hidden: () => !host.mayAdd(),
      callback: (_key, selection) => host.onInsert(rowsOf(selection).from),
    },
    data_grid_below: {
      name: t('下方插入行'),
      hidden: () => !host.mayAdd(),
      callback: (_key, selection) => host.onInsert(rowsOf(selection).to + 1),
    },
    data_grid_remove: {
      name: t('删除行'),
      hidden: () => !host.mayRemove(),
      callback: (_key, selection) => {
        const { from, to } = rowsOf(selection)
        host.onRemove(from, to)
      },
    },
    data_grid_up: {
      name: t('上移'),
      hidden: () => !host.mayMove(),
      disabled: isAtEdge(-1),
      callback(_key, selection) {
        moveRows(this, host, rowsOf(selection), -1)
      },
    },
    data_grid_down: {
      name: t('下移'),
      hidden: () => !host.mayMove(),
      disabled: isAtEdge(1),
      callback(_key, selection) {
        moveRows(this, host, rowsOf(selection), 1)
      },
    },
    separator_rows: { name: '---------' },
    data_grid_copy: copy,
    data_grid_cut: {
      name: t('剪切'),
      callback() {
        takeFocus(this)
        this.getPlugin('copyPaste').cut()
      },
    },
    separator_find: { name: '---------' },
    data_grid_find: find,
    data_grid_replace: { name: t('替换'), callback: () => host.onFind('replace') },
    separator_undo: { name: '---------' },
    data_grid_undo: { name: t('撤销'), callback: () => host.onUndo() },
    data_grid_redo: { name: t('恢复'), callback: () => host.onRedo() },
  }
}

/** The first row goes no further up, the last no further down. */
function isAtEdge(by: 1 | -1) {
  return function (this: Handsontable.Core): boolean {
    const rows = selectedRows(this)
    return !rows || (by < 0 ? rows.from === 0 : rows.to === this.countRows() - 1)
  }
}

function rowsOf(selection: readonly Selection[]): { from: number; to: number } {
  return {
    from: Math.max(0, Math.min(...selection.map(({ start }) => start.row))),
    to: Math.max(...selection.map(({ end }) => end.row)),
  }
}

/** While the menu is open, Esc is the menu's: dialogs around the grid hear of the key at the window, after the document. */
export function keepEscapeInMenu(hot: Handsontable.Core): void {
  const stop = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.stopPropagation()
  }
  hot.addHook('afterContextMenuShow', () => document.addEventListener('keydown', stop))
  // The menu hides within the key's own event.
  hot.addHook('afterContextMenuHide', () => setTimeout(() => document.removeEventListener('keydown', stop)))
  hot.addHook('afterDestroy', () => document.removeEventListener('keydown', stop))
}

/** A dialog around the grid has caught the focus of the menu, which hangs under body; the clipboard asks where it is. */
function takeFocus(hot: Handsontable.Core): void {
  hot.listen()
  hot.getFocusManager().focusOnHighlightedCell()
}
