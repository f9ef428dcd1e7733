import type { Row } from '#schemas/compile/model.ts'
import { Parameters } from '../../../database/condition-sql.ts'
import type { Session } from '../../../permission/session.ts'
import type { ReadQuery } from '../sql/read-query.ts'
import type { FormView } from './form-view.ts'
import { scopedWhere, tableOf } from './scoped-where.ts'

/** Sets the child mark of each row from the rows that this user would see below it. */
export async function markChildren(
  read: ReadQuery,
  view: FormView,
  session: Session,
  rows: readonly Row[],
  now: Date,
): Promise<void> {
  const { tree } = view.form
  if (!tree || rows.length === 0) return
  const table = tableOf(view)
  const parent = table.sql(tree.parent)
  const parameters = new Parameters()
  const where = scopedWhere(view, session, [], parameters, now)
  const ids = parameters.add(rows.map((row) => String(row.id)))
  const found = await read<{ parent: string }>(
    `select distinct ${parent}::text as parent from ${table.from}
     where ${where} and ${parent}::text = any(${ids}::text[])`,
    parameters.values,
  )
  const parents = new Set(found.map(({ parent }) => parent))
  for (const row of rows) row[tree.hasChild] = parents.has(String(row.id)) ? '1' : '0'
}
