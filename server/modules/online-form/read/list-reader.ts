import { fieldsIn } from '#schemas/compile/condition-fields.ts'
import { subFieldName, subFieldOf } from '#schemas/compile/joint-query.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Comparison, Condition } from '#schemas/page/condition.ts'
import { conditionSql, Parameters } from '../../../database/condition-sql.ts'
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
  const { own, ofSubs } = splitFilter(query.filter)
  const parts = [scopedWhere(view, session, [...(more.conditions ?? []), ...own], parameters, now)]
  let subQuestions = 0
  const asked = (code: string, condition: Condition) => {
    const found = subRowExists(view, session, code, condition, more.subs ?? [], parameters, now)
    if (found !== null && ++subQuestions > MAX_SUB_QUESTIONS)
      throw badRequest(`子表条件最多 ${MAX_SUB_QUESTIONS} 个`)
    return found
  }
  for (const [code, all] of ofSubs) {
    const found = asked(code, { and: all })
    if (found === null) throw badRequest('查询字段不存在')
    parts.push(found)
  }
  if (query.condition) {
    const elsewhere = (comparison: Comparison) => asked(subFieldOf(comparison.field)?.code ?? '', comparison)
    parts.push(conditionSql(query.condition, view.columns, parameters, { from: 'caller', elsewhere }))
  }
  return { where: parts.join(' and '), subQuestions }
}

/** The filters of a list, those of each sub table together: one sub row has to meet them all, as both ends of a range. */
function splitFilter(filter: Condition | null): { own: Condition[]; ofSubs: Map<string, Condition[]> } {
  const own: Condition[] = []
  const ofSubs = new Map<string, Condition[]>()
  for (const part of filter === null ? [] : 'and' in filter ? filter.and : [filter]) {
    const place = subFieldOf(fieldsIn(part)[0] ?? '')
    if (place) ofSubs.set(place.code, [...(ofSubs.get(place.code) ?? []), part])
    else own.push(part)
  }
  return { own, ofSubs }
}

/** A condition on a sub table's fields holds for a record when it holds for one of its sub rows; null where there is no such field. */
function subRowExists(
  view: FormView,
  session: Session,
  code: string,
  condition: Condition,
  subs: readonly SubView[],
  parameters: Parameters,
  now: Date,
): string | null {
  const found = subs.find(({ sub }) => sub.code === code)
  if (!found) return null
  const columns = new Map([...found.view.columns].map(([name, column]) => [subFieldName(code, name), column]))
  if (!fieldsIn(condition).every((name) => columns.has(name))) return null
  const main = `${quoted(tableOf(view).name)}.${tableOf(view).sql(found.sub.mainField)}`
  const rows = tableOf(found.view)
  return `exists (select from ${rows.from}
    where ${rows.sql(found.sub.foreignKey)}::text = ${main}::text
      and ${scopedWhere(found.view, session, [], parameters, now)}
      and ${conditionSql(condition, columns, parameters, { from: 'caller' })})`
}
