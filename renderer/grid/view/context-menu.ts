import type { MenuConfig, Selection } from 'handsontable/plugins/contextMenu'
import type { GridViewHost } from './view-host.ts'

/** Menu of the right button. Rows belong to grid-data.ts, so the library's own row commands are not used. */
export function contextMenuItems(host: GridViewHost): MenuConfig {
  const between = (selection: readonly Selection[]) => ({
    from: Math.max(0, Math.min(...selection.map(({ start }) => start.row))),
    to: Math.max(...selection.map(({ end }) => end.row)),
  })
  return {
    sub_grid_above: {
      name: '上方插入行',
      callback: (_key, selection) => host.onInsert(between(selection).from),
    },
    sub_grid_below: {
      name: '下方插入行',
      callback: (_key, selection) => host.onInsert(between(selection).to + 1),
    },
    sub_grid_remove: {
      name: '删除行',
      callback: (_key, selection) => {
        const { from, to } = between(selection)
        host.onRemove(from, to)
      },
    },
    separator_rows: { name: '---------' },
    copy: {},
    cut: {},
    separator_undo: { name: '---------' },
    sub_grid_undo: { name: '撤销', callback: () => host.onUndo() },
    sub_grid_redo: { name: '恢复', callback: () => host.onRedo() },
  }
}
