import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { Parameters } from '../../../database/condition-sql.ts'
import { containing } from '../../../database/like.ts'
import type { Session } from '../../../permission/session.ts'
import type { LimitedRead } from '../sql/limited-read.ts'
import { isStructureError } from '../sql/read-query.ts'
import { formView, selectOf } from './form-view.ts'
import { scopedWhere, tableOf } from './scoped-where.ts'
import { orderBy } from './sort-order.ts'

/** Finds records of a form by a text, for one session at a time. */
export interface RecordSearch {
  /**
   * Records that hold the text in a field that the document finds them by and the session sees, in the order of the list, with these
   * fields alone; null where that takes longer than `ms`, or the table does not match the document yet.
   */
  find(
    form: CompiledForm,
    session: Session,
    text: string,
    limits: { most: number; ms: number },
  ): Promise<{ fields: readonly string[]; rows: readonly Row[] } | null>
}

/** The search over tables; one statement a form. */
export function createRecordSearch(read: LimitedRead, now: () => Date): RecordSearch {
  return {
    async find(form, session, text, { most, ms }) {
      const view = formView(session, form)
      const columns = (form.search ?? []).flatMap((name) => view.columns.get(name) ?? [])
      const fields = columns.map(({ name }) => name)
      if (view.table === null || columns.length === 0) return { fields, rows: [] }
      const parameters = new Parameters()
      const where = scopedWhere(view, session, [], parameters, now())
      const pattern = parameters.add(containing(text))
      const holds = columns.map(({ sql }) => `${sql} ilike ${pattern}`).join(' or ')
      const statement = `select ${selectOf(view, ['id', ...fields])} from ${tableOf(view).from}
        where ${where} and (${holds}) order by ${orderBy(view, [])} limit ${parameters.add(most)}`
      const rows = await read<Row>(statement, parameters.values, ms).catch((error: unknown) => {
        if (isStructureError(error)) return null
        throw error
      })
      return rows && { fields, rows }
    },
  }
}
