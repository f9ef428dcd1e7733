import type { PoolClient } from 'pg'
import type { Row, SubTable } from '#schemas/compile/model.ts'
import { dataTable, quoted } from '../../database/identifiers.ts'
import type { Session } from '../../permission/session.ts'
import type { FormView } from './form-view.ts'
import { scopedWhere } from './store.ts'
import { Parameters } from './where.ts'

/** Reads those of the records that the user may see, and keeps others from changing them until the transaction ends. */
export async function lockRows(
  client: PoolClient,
  view: FormView,
  session: Session,
  ids: readonly string[],
  now: Date,
): Promise<Row[]> {
  const parameters = new Parameters()
  const where = scopedWhere(view, session, [{ own: { field: 'id', rule: 'in', val: ids } }], parameters, now)
  const { rows } = await client.query<Row>(
    `select * from ${dataTable(view.form.table.name)} where ${where} order by "id" for update`,
    parameters.values,
  )
  return rows
}

/** The same for one record; null when the user may not see it. */
export async function lockRow(
  client: PoolClient,
  view: FormView,
  session: Session,
  id: string,
  now: Date,
): Promise<Row | null> {
  return (await lockRows(client, view, session, [id], now))[0] ?? null
}

/** The same for the sub rows of a main record, by id; `key` is what their foreign key holds. */
export async function lockSubRows(
  client: PoolClient,
  view: FormView,
  session: Session,
  sub: SubTable,
  key: unknown,
  now: Date,
): Promise<Map<string, Row>> {
  const parameters = new Parameters()
  const where = scopedWhere(view, session, [], parameters, now)
  const { rows } = await client.query<Row>(
    `select * from ${dataTable(view.form.table.name)}
       where ${where} and ${quoted(sub.foreignKey)}::text = ${parameters.add(String(key))} order by "create_time", "id" for update`,
    parameters.values,
  )
  return new Map(rows.map((row) => [String(row.id), row]))
}
