import type { ListColumn, Row } from '#schemas/compile/model.ts'
import { Parameters } from '../../../database/condition-sql.ts'
import type { DataColumn } from '../../../database/data-column.ts'
import { quoted } from '../../../database/identifiers.ts'
import type { ReadQuery } from '../sql/read-query.ts'
import { refuseEndless } from './journal-range.ts'
import type { AskedRows } from './list-groups.ts'
import { listWhere } from './list-reader.ts'
import { tableOf } from './scoped-where.ts'

/** Decimal places of an average, at least. */
const AVERAGE_SCALE = 2

/** What stands below the columns of a list, over all rows that its query finds: as one row, of columns that the user sees. */
export async function listTotals(
  read: ReadQuery,
  { view, session, query, more, now }: AskedRows,
): Promise<Row> {
  const totals = view.form.list.columns.flatMap((column) => {
    const stored = view.columns.get(column.field.name)
    return column.total && stored && stored.kind !== 'binary' ? [totalSql(column, stored)] : []
  })
  if (totals.length === 0) return {}
  const parameters = new Parameters()
  const table = tableOf(view)
  const { where } = listWhere(view, session, query, more, parameters, now)
  await refuseEndless(read, table, query, [])
  const [row] = await read<Row>(
    `select ${totals.join(', ')} from ${table.from} where ${where}`,
    parameters.values,
  )
  return row ?? {}
}

function totalSql({ field, total }: ListColumn, { sql, kind, field: stored }: DataColumn): string {
  const scale = Math.max(stored?.column.scale ?? 0, AVERAGE_SCALE)
  const value = {
    sum: `sum(${sql})`,
    average: `round(avg(${sql})::numeric, ${scale})`,
    count: `count(${kind === 'text' ? `nullif(${sql}, '')` : sql})::int`,
  }[total ?? 'count']
  return `${value} as ${quoted(field.name)}`
}
