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
  th.removeAttribute('aria-sort')
  if (!column) return
  const opener = document.createElement('button')
  opener.type = 'button'
  opener.tabIndex = -1
  const { sort } = host.looks()
  const isSorted = sort?.name === column.name
  const isFiltered = host.isFiltered(column.name)
  opener.className = COLUMN_MENU
  opener.classList.toggle('data-grid-marked', isSorted || isFiltered)
  if (isFiltered) opener.append(funnel())
  if (isSorted) opener.append(sort.descending ? '▼' : '▲')
  else if (!isFiltered) opener.append('▾')
  const { title } = column
  opener.setAttribute(
    'aria-label',
    isFiltered ? t('{title}：列菜单，已筛选', { title }) : t('{title}：列菜单', { title }),
  )
  if (isSorted) th.setAttribute('aria-sort', sort.descending ? 'descending' : 'ascending')
  opener.addEventListener('click', () => host.onColumnMenu(column.name))
  // Beside the library's own span, which it looks for at the next painting.
  ;(th.querySelector('.relative') ?? th).append(opener)
}

const FUNNEL = 'M1 1.5h10L7.2 6.4v4.1l-2.4-1.2V6.4z'
const SVG = 'http://www.w3.org/2000/svg'

function funnel(): SVGElement {
  const picture = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', FUNNEL)
  path.setAttribute('fill', 'currentColor')
  picture.setAttribute('viewBox', '0 0 12 12')
  picture.setAttribute('width', '12')
  picture.setAttribute('height', '12')
  picture.setAttribute('aria-hidden', 'true')
  picture.append(path)
  return picture
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
