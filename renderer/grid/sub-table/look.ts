import { type GridLook, MAX_GRID_PX, ROW_PX, type RowHeader } from '../core/grid-look.ts'

interface SubTableWords {
  /** Rows are put in order by hand. */
  ordered?: boolean
  /** How rows are selected: several, or one. */
  selection?: 'checkbox' | 'radio'
  /** What the columns come to stands below. */
  hasTotals?: boolean
}

/** How a sub table looks that is not compact. */
export function subTableLook({ ordered, selection = 'checkbox', hasTotals }: SubTableWords = {}): GridLook {
  const rowHeaders: RowHeader[] = [`row-${selection}`, 'row-number']
  return {
    rowHeight: ROW_PX,
    maxHeight: MAX_GRID_PX,
    rowHeaders: ordered ? ['row-drag-sort', ...rowHeaders] : rowHeaders,
    frozen: 0,
    columnMenu: true,
    ...(hasTotals ? { hasTotals } : {}),
  }
}
