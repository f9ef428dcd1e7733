import type { Row, SubTable } from '#schemas/compile/model.ts'
import { MAX_SUB_ROWS } from '#schemas/compile/sub-rows.ts'
import type { Session } from '../../../permission/session.ts'
import type { FormView } from './form-view.ts'
import type { RecordSource, SubView } from './record-source.ts'
import { subRowOrder } from './sort-order.ts'

/** Adds to each row the rows of its sub tables, under their codes: one statement for each table, whatever the number of rows. */
export async function addSubRows(
  store: Pick<RecordSource, 'rows'>,
  session: Session,
  rows: readonly Row[],
  subs: readonly SubView[],
): Promise<{ view: FormView; rows: Row[] }[]> {
  return Promise.all(
    subs.map(async ({ sub, view }) => {
      const found = await rowsOf(store, session, keysOf(rows, sub), { sub, view })
      const byKey = new Map<string, Row[]>()
      for (const row of found) {
        const key = String(row[sub.foreignKey])
        const rowsOfKey = byKey.get(key)
        if (rowsOfKey) rowsOfKey.push(row)
        else byKey.set(key, [row])
      }
      for (const row of rows) row[sub.code] = byKey.get(String(row[sub.mainField] ?? '')) ?? []
      return { view, rows: found }
    }),
  )
}

async function rowsOf(
  store: Pick<RecordSource, 'rows'>,
  session: Session,
  keys: readonly string[],
  { sub, view }: SubView,
): Promise<Row[]> {
  if (keys.length === 0 || !view.columns.has(sub.foreignKey)) return []
  const own = { field: sub.foreignKey, rule: 'in' as const, val: [...keys] }
  return store.rows(view, session, [{ own }], subRowOrder(view.form, sub), keys.length * MAX_SUB_ROWS)
}

function keysOf(rows: readonly Row[], { mainField }: SubTable): string[] {
  return [...new Set(rows.map((row) => String(row[mainField] ?? '')).filter((key) => key !== ''))]
}
