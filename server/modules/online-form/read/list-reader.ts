import type { Row } from '#schemas/compile/model.ts'
import type { Comparison } from '#schemas/page/condition.ts'
import { comparisonSql, conditionSql, Parameters } from '../../../database/condition-sql.ts'
import { quoted } from '../../../database/identifiers.ts'
import { badRequest } from '../../../errors.ts'
import type { ListQuery } from '../../../http/list-query.ts'
import type { Session } from '../../../permission/session.ts'
import { pageStatement } from '../sql/page-statement.ts'
import type { ReadQuery } from '../sql/read-query.ts'
import type { Totals } from '../sql/totals.ts'
import type { FormView } from './form-view.ts'
import { refuseEndless } from './journal-range.ts'
import type { Listed, ListMore, RecordSource, SubView } from './record-source.ts'
import { scopedWhere, tableOf } from './scoped-where.ts'
import { sortOf, sortSql } from './sort-order.ts'

/** Each is a join for the planner, whose time grows with their product: 20 take tenths of a second, 60 several. */
const MAX_SUB_QUESTIONS = 8

/** Pages of lists with their totals, for records in tables. */
export function createListReader(read: ReadQuery, totals: Totals, now: () => Date): RecordSource['list'] {
  return async (view: FormView, session: Session, query: ListQuery, more: ListMore = {}): Promise<Listed> => {
    const parameters = new Parameters()
    const table = tableOf(view)
    const { where, subQuestions } = listWhere(view, session, query, more, parameters, now())
    const counted = [...parameters.values]
    const offset = (query.pageNo - 1) * query.pageSize
    const sort = sortOf(view, query.sort)
    await refuseEndless(read, table, query, sort)
    const page = pageStatement(
      table,
      {
        select: view.listSelect,
        where,
        sort,
        orderBy: sortSql(view, sort),
        limit: query.pageSize,
        offset,
      },
      parameters,
    )
    const records = await read<Row>(page, parameters.values)
    // A page that is not full shows the end of the list: nothing is left to count.
    if (records.length < query.pageSize && (records.length > 0 || offset === 0))
      return { records, total: offset + records.length }
    const count = `select count(*)::int as total from ${table.from} where ${where}`
    const ask = async () => {
      const [first] = await read<{ total: number }>(count, counted)
      return first?.total ?? 0
    }
    // The change counter is that of one table; a question about sub rows is counted each time.
    const key = `${count}\n${JSON.stringify(counted)}`
    const total =
      subQuestions > 0
        ? await ask()
        : table.journal
          ? await totals.recent(key, ask)
          : table.countedBy
            ? await totals.total(table.countedBy, key, ask)
            : await ask()
    // A reused total may be a moment older than the page.
    return { records, total: records.length > 0 ? Math.max(total, offset + records.length) : total }
  }
}

/** Which rows a list query means: everything that narrows it, and how many of its questions are about sub rows. */
export function listWhere(
  view: FormView,
  session: Session,
  query: Pick<ListQuery, 'filter' | 'condition'>,
  more: ListMore,
  parameters: Parameters,
  now: Date,
): { where: string; subQuestions: number } {
  const conditions = [...(more.conditions ?? []), query.filter].filter((condition) => condition !== null)
  const parts = [scopedWhere(view, session, conditions, parameters, now)]
  let subQuestions = 0
  if (query.condition) {
    const elsewhere = (comparison: Comparison) => {
      const found = subComparison(view, session, comparison, more.subs ?? [], parameters, now)
      if (found !== null && ++subQuestions > MAX_SUB_QUESTIONS)
        throw badRequest(`子表条件最多 ${MAX_SUB_QUESTIONS} 个`)
      return found
    }
    parts.push(conditionSql(query.condition, view.columns, parameters, { from: 'caller', elsewhere }))
  }
  return { where: parts.join(' and '), subQuestions }
}

/** A comparison with a sub table's field holds for a record when it holds for one of its sub rows. */
function subComparison(
  view: FormView,
  session: Session,
  comparison: Comparison,
  subs: readonly SubView[],
  parameters: Parameters,
  now: Date,
): string | null {
  const [code, field = ''] = comparison.field.split('@')
  const found = subs.find(({ sub }) => sub.code === code)
  const column = found?.view.columns.get(field)
  if (!found || !column) return null
  const main = `${quoted(tableOf(view).name)}.${tableOf(view).sql(found.sub.mainField)}`
  const rows = tableOf(found.view)
  return `exists (select from ${rows.from}
    where ${rows.sql(found.sub.foreignKey)}::text = ${main}::text
      and ${scopedWhere(found.view, session, [], parameters, now)}
      and ${comparisonSql(column, { ...comparison, field }, parameters, { from: 'caller' })})`
}
