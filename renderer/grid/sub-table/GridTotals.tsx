import { useMemo } from 'react'
import type { ListColumn } from '#schemas/compile/model.ts'
import { TotalValue } from '../../widget/TotalValue.tsx'
import type { GridRow } from '../core/row-source.types.ts'
import { rowTotals } from './row-totals.ts'

/** What the columns of a sub table come to, as they stand now. */
export function GridTotals({ columns, rows }: { columns: readonly ListColumn[]; rows: readonly GridRow[] }) {
  const totals = useMemo(() => rowTotals(columns, rows), [columns, rows])
  if (rows.length === 0 || columns.length === 0) return null
  return (
    <dl className="sub-grid-totals" aria-live="polite">
      {columns.map((column) => (
        <div key={column.field.name}>
          <dt>{column.field.title}</dt>
          <dd>
            <TotalValue column={column} totals={totals} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
