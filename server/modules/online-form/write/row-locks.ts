import type { PoolClient } from 'pg'
import type { Row, SubTable } from '#schemas/compile/model.ts'
import { Parameters } from '../../../database/condition-sql.ts'
import type { Session } from '../../../permission/session.ts'
import type { FormView } from '../read/form-view.ts'
import { scopedWhere, tableOf } from '../read/scoped-where.ts'

/**
 * The weakest lock that keeps others from changing what is about to be changed: a record that is only changed may be
 * chosen by other saves at the same time, one that goes may not. What is only looked at stays free.
 */
const LOCKS = { read: '', change: 'for no key update', remove: 'for update' } as const

/** Reads those of the records that the user may see, and keeps others from changing them until the transaction ends. */
export async function lockRows(
  client: PoolClient,
  view: FormView,
  session: Session,
  ids: readonly string[],
  now: Date,
  purpose: keyof typeof LOCKS,
): Promise<Row[]> {
  const parameters = new Parameters()
  const where = scopedWhere(view, session, [{ own: { field: 'id', rule: 'in', val: ids } }], parameters, now)
  const { rows } = await client.query<Row>(
    `select ${tableOf(view).whole} from ${tableOf(view).from} where ${where} order by "id" ${LOCKS[purpose]}`,
    parameters.values,
  )
  return rows
}

/** The same for one record that is to be changed; null when the user may not see it. */
export async function lockRow(
  client: PoolClient,
  view: FormView,
  session: Session,
  id: string,
  now: Date,
): Promise<Row | null> {
  return (await lockRows(client, view, session, [id], now, 'change'))[0] ?? null
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
  const table = tableOf(view)
  const { rows } = await client.query<Row>(
    `select ${table.whole} from ${table.from}
       where ${where} and ${table.sql(sub.foreignKey)}::text = ${parameters.add(String(key))}
       order by ${table.sql(view.form.stamps.createTime)}, "id" ${LOCKS.change}`,
    parameters.values,
  )
  return new Map(rows.map((row) => [String(row.id), row]))
}

/** Those of the records that the user's row rule shows, as they stand inside the transaction. */
export async function idsInScope(
  client: PoolClient,
  view: FormView,
  session: Session,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const parameters = new Parameters()
  const where = scopedWhere(
    view,
    session,
    [{ own: { field: 'id', rule: 'in', val: [...ids] } }],
    parameters,
    now,
  )
  const { rows } = await client.query<{ id: string }>(
    `select "id" from ${tableOf(view).from} where ${where}`,
    parameters.values,
  )
  return new Set(rows.map(({ id }) => id))
}
