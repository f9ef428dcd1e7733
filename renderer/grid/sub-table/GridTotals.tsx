import { useMemo } from 'react'
import type { ListColumn } from '#schemas/compile/model.ts'
import { TotalsLine } from '../../widget/TotalValue.tsx'
import type { GridRow } from '../core/row-source.types.ts'
import { rowTotals } from './row-totals.ts'

/** What the columns of a sub table come to, as they stand now. */
export function GridTotals({ columns, rows }: { columns: readonly ListColumn[]; rows: readonly GridRow[] }) {
  const totals = useMemo(() => rowTotals(columns, rows), [columns, rows])
  const shown = rows.length > 0 ? totals : null
  return <TotalsLine columns={columns} totals={shown} className="sub-grid-totals" isLive />
}
