import type { CompiledForm, QueryItem } from '#schemas/compile/model.ts'
import { Parameters } from '../../../database/condition-sql.ts'
import type { FindColumn, ListQuery } from '../../../http/list-query.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import type { LimitedRead } from '../sql/limited-read.ts'
import { formView } from './form-view.ts'
import { listWhere } from './list-reader.ts'
import type { RecordSource } from './record-source.ts'
import { filtersSeen, listFields, subViews } from './sub-views.ts'

/** Counts rows of list queries that were read already, for one session at a time. */
export interface RowCount {
  /** How many rows a query means, `most` at most; null where counting takes longer than `ms`. */
  count(
    form: CompiledForm,
    session: Session,
    query: Pick<ListQuery, 'filter' | 'condition'>,
    limits: { most: number; ms: number },
  ): Promise<number | null>
  /** Refuses a query as the list would: a value that its column cannot have, too many questions about sub rows. */
  check(form: CompiledForm, session: Session, query: Pick<ListQuery, 'filter' | 'condition'>): void
  /** Finds what the session's query of a form may name. */
  fields(form: CompiledForm, session: Session): FindColumn
  /** The filters of a form's list that the session has. */
  filters(form: CompiledForm, session: Session): readonly QueryItem[]
}

/** Counts over the store; `read` ends what takes too long. */
export function createRowCount({
  documents,
  store,
  read,
  now,
}: {
  documents: Pick<Documents, 'resolve'>
  store: Pick<RecordSource, 'list'>
  read: LimitedRead
  now: () => Date
}): RowCount {
  const seen = (form: CompiledForm, session: Session) => ({
    view: formView(session, form),
    subs: subViews(documents, form, session),
  })

  return {
    check(form, session, query) {
      const { view, subs } = seen(form, session)
      if (view.table !== null) listWhere(view, session, query, { subs }, new Parameters(), now())
    },

    async count(form, session, query, { most, ms }) {
      const { view, subs } = seen(form, session)
      if (view.table === null) {
        const page = { ...query, pageNo: 1, pageSize: 1, sort: [] }
        return Math.min((await store.list(view, session, page, { subs })).total, most)
      }
      const parameters = new Parameters()
      const { where } = listWhere(view, session, query, { subs }, parameters, now())
      const rows = `select from ${view.table.from} where ${where} limit ${parameters.add(most)}`
      const count = `select count(*)::int as total from (${rows}) as found`
      const counted = await read<{ total: number }>(count, parameters.values, ms)
      return counted && (counted[0]?.total ?? 0)
    },

    fields: (form, session) => listFields(documents, form, session),
    filters: (form, session) => filtersSeen(documents, form, session),
  }
}
