import { t } from '#schemas/text/text.ts'
import type { GridColumn } from '../columns.ts'
import type { ViewContext } from './view-context.ts'
import type { GridViewHost } from './view-host.ts'

/** What opens the menu of a column. */
export const COLUMN_MENU = 'data-grid-column-menu'

/** Draws it into a heading. The keyboard opens the menu by Ctrl+Shift+L, from any cell of the column. */
export function paintColumnMenu(
  th: HTMLTableCellElement,
  column: GridColumn | undefined,
  host: GridViewHost,
): void {
  th.querySelector(`.${COLUMN_MENU}`)?.remove()
  if (!column) return
  const opener = document.createElement('button')
  opener.type = 'button'
  opener.tabIndex = -1
  const { sort } = host.looks()
  const isSorted = sort?.name === column.name
  opener.className = isSorted ? `${COLUMN_MENU} data-grid-sorted` : COLUMN_MENU
  opener.textContent = isSorted ? (sort.descending ? '▼' : '▲') : '▾'
  opener.setAttribute('aria-label', t('{title}：列菜单', { title: column.title }))
  opener.addEventListener('click', () => host.onColumnMenu(column.name))
  // Beside the library's own span, which it looks for at the next painting.
  ;(th.querySelector('.relative') ?? th).append(opener)
}

/** Ctrl+Shift+L, which filters in other sheets, opens the menu of the column that the keyboard is in. */
export function addColumnMenuKey({ hot, host, look }: ViewContext): void {
  if (!look.columnMenu) return
  hot()
    .getShortcutManager()
    .getContext('grid')
    ?.addShortcut({
      keys: [['Control/Meta', 'Shift', 'l']],
      group: 'column-menu',
      callback() {
        const column = host.columns()[hot().getSelectedRangeLast()?.highlight.col ?? -1]
        if (column) host.onColumnMenu(column.name)
      },
    })
}
