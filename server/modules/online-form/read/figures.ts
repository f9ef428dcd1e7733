import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { badRequest } from '../../../errors.ts'
import type { ListQuery } from '../../../http/list-query.ts'
import type { Session } from '../../../permission/session.ts'
import type { ReadQuery } from '../sql/read-query.ts'
import { hasTable } from '../sql/record-table.ts'
import type { FormView } from './form-view.ts'
import { type AskedRows, groupRows, listGroups, type ValueGroup } from './list-groups.ts'
import { listTotals } from './list-totals.ts'
import type { SubView } from './record-source.ts'

/** Parameters as they came. */
type RawQuery = Readonly<Record<string, unknown>>

/** Rows that share a value: a row of that value alone with its text, and how many they are. */
export interface ListGroup {
  row: Row
  count: number
}

/** Groups of a list; those with the most rows where there are too many. */
export interface ListGroups<G = ListGroup> {
  groups: G[]
  isCut: boolean
}

/** Figures about all rows of a list query, as the session may see them. */
export interface Figures {
  /** What the document wants told below the columns: one row of columns that the session sees. */
  totals(form: CompiledForm, session: Session, query: RawQuery): Promise<Row>
  /** How many rows have which value of a column; of days and moments by their months. */
  groups(form: CompiledForm, session: Session, query: RawQuery, field: string): Promise<ListGroups>
  /** The same, and the first rows of each group; how many is the size of the query's page. */
  board(
    form: CompiledForm,
    session: Session,
    query: RawQuery,
    field: string,
  ): Promise<ListGroups<ListGroup & { records: Row[] }>>
}

interface FigureParts {
  read: ReadQuery
  /** A list query as the session may ask it. */
  asked(
    form: CompiledForm,
    session: Session,
    raw: RawQuery,
  ): { view: FormView; subs: SubView[]; query: ListQuery }
  addTexts(view: FormView, rows: readonly Row[], session: Session): Promise<void>
  /** Adds what rows of a list are answered with. */
  complete(view: FormView, rows: readonly Row[], session: Session): Promise<unknown>
  now(): Date
}

/** The figures over the read-only pool. */
export function createFigures({ read, asked, addTexts, complete, now }: FigureParts): Figures {
  function rowsOf(form: CompiledForm, session: Session, raw: RawQuery): AskedRows {
    // They are computed by statements.
    if (!hasTable(form)) throw badRequest('该列表没有统计')
    const { view, subs, query } = asked(form, session, raw)
    return { view, session, query, more: { subs }, now: now() }
  }

  async function told({ view, session }: AskedRows, field: string, groups: readonly ValueGroup[]) {
    const all = groups.map(({ value, count }) => ({ row: { [field]: value }, count }))
    await addTexts(
      view,
      all.map(({ row }) => row),
      session,
    )
    return all
  }

  return {
    totals: (form, session, raw) => listTotals(read, rowsOf(form, session, raw)),

    async groups(form, session, raw, field) {
      const rows = rowsOf(form, session, raw)
      const { groups, isCut } = await listGroups(read, rows, field)
      return { groups: await told(rows, field, groups), isCut }
    },

    async board(form, session, raw, field) {
      const rows = rowsOf(form, session, raw)
      const { groups, isCut } = await listGroups(read, rows, field)
      const [all, records] = await Promise.all([
        told(rows, field, groups),
        groupRows(read, rows, field, groups),
      ])
      await complete(rows.view, records.flat(), session)
      return { groups: all.map((group, at) => ({ ...group, records: records[at] ?? [] })), isCut }
    },
  }
}
