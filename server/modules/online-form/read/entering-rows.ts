import type { PoolClient } from 'pg'
import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import type { Row } from '#schemas/compile/model.ts'
import { Parameters } from '../../../database/condition-sql.ts'
import type { ListQuery } from '../../../http/list-query.ts'
import { rowRule } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import { sessionVariables } from '../../../permission/session-user.ts'
import type { FormView } from './form-view.ts'
import { listWhere } from './list-reader.ts'

type Question = Pick<ListQuery, 'filter' | 'condition'>

/** The rows that a query means to a session, as one text: sessions with the same text see the same rows. */
export function rowsAsked(view: FormView, session: Session, query: Question, now: Date): string {
  const parameters = new Parameters()
  const { where } = listWhere(view, session, query, {}, parameters, now)
  return JSON.stringify([where, parameters.values])
}

/**
 * How many records, by their ids with what they were before, are among the rows of a query now and were not before. The database
 * says what is there, as it does for the list; of what is gone only the row itself is known.
 */
export async function countEntering(
  client: PoolClient,
  view: FormView,
  session: Session,
  query: Question,
  before: ReadonlyMap<string, Row | null>,
  now: Date,
): Promise<number> {
  const conditions = [rowRule(session, view.form), query.filter, query.condition].filter(
    (one) => one !== null,
  )
  const variables = sessionVariables(session, now)
  const wasThere = (row: Row) =>
    conditions.every((condition) => evaluateCondition(condition, row, variables, view.form))
  const ids = [...before].flatMap(([id, row]) => (row !== null && wasThere(row) ? [] : [id]))
  if (ids.length === 0 || view.table === null) return 0
  const parameters = new Parameters()
  const own = { own: { field: 'id', rule: 'in' as const, val: ids } }
  const { where } = listWhere(view, session, query, { conditions: [own] }, parameters, now)
  const { rows } = await client.query<{ total: number }>(
    `select count(*)::int as total from ${view.table.from} where ${where}`,
    parameters.values,
  )
  return rows[0]?.total ?? 0
}
