import { canGroup, groupsByMonth } from '#schemas/compile/can-group.ts'
import type { Row } from '#schemas/compile/model.ts'
import { Parameters } from '../../../database/condition-sql.ts'
import type { DataColumn, ValueKind } from '../../../database/data-column.ts'
import { badRequest } from '../../../errors.ts'
import type { ListQuery } from '../../../http/list-query.ts'
import type { Session } from '../../../permission/session.ts'
import type { ReadQuery } from '../sql/read-query.ts'
import type { FormView } from './form-view.ts'
import { refuseEndless } from './journal-range.ts'
import { listWhere } from './list-reader.ts'
import type { ListMore } from './record-source.ts'
import { tableOf } from './scoped-where.ts'
import { sortOf, sortSql } from './sort-order.ts'

/** Groups that are told of at most; on a board each of them is a column. */
export const MAX_GROUPS = 100
/** Rows of a column of a board at most. */
export const MAX_BOARD_ROWS = 100

/** What all rows of a list query are, and for whom. */
export interface AskedRows {
  view: FormView
  session: Session
  query: ListQuery
  more: ListMore
  now: Date
}

/** Rows with the same value of a column; null for those without one. */
export interface ValueGroup {
  value: string | number | null
  count: number
}

/** Of a list query, how many rows have which value of a column; of days and moments by their months. */
export async function listGroups(
  read: ReadQuery,
  { view, session, query, more, now }: AskedRows,
  name: string,
): Promise<{ groups: ValueGroup[]; isCut: boolean }> {
  const { column, isMonth } = groupColumn(view, name)
  const parameters = new Parameters()
  const table = tableOf(view)
  const { where } = listWhere(view, session, query, more, parameters, now)
  await refuseEndless(read, table, query, [])
  const value = isMonth ? "to_char(value, 'YYYY-MM')" : column.kind === 'text' ? "nullif(value, '')" : 'value'
  // Stored values are counted first, which is as quick as it gets; what is done to them is done to few.
  const found = await read<ValueGroup>(
    `select ${value} as value, sum(count)::int as count
     from (select ${column.sql} as value, count(*) as count from ${table.from} where ${where} group by 1) as found
     group by 1 order by ${isMonth ? '1 desc nulls last' : '2 desc, 1'} limit ${MAX_GROUPS + 1}`,
    parameters.values,
  )
  return { groups: found.slice(0, MAX_GROUPS), isCut: found.length > MAX_GROUPS }
}

/** The first rows of each of these groups, in the order of the list; one statement for all values, and one for rows without one. */
export async function groupRows(
  read: ReadQuery,
  asked: AskedRows,
  name: string,
  groups: readonly ValueGroup[],
): Promise<Row[][]> {
  const values = groups.flatMap(({ value }) => value ?? [])
  const [valued, without] = await Promise.all([
    values.length > 0 ? rowsOfValues(read, asked, name, values) : [],
    groups.some(({ value }) => value === null) ? rowsWithout(read, asked, name) : [],
  ])
  const places = new Map(values.map((value, at) => [value, String(at + 1)]))
  return groups.map(({ value }) =>
    value === null
      ? without
      : valued.filter(({ [PLACE]: place }) => String(place) === places.get(value)).map(withoutPlace),
  )
}

/** No column is called like this. */
const PLACE = '_group_place'

function withoutPlace({ [PLACE]: _, ...row }: Row): Row {
  return row
}

async function rowsOfValues(
  read: ReadQuery,
  asked: AskedRows,
  name: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { column } = groupColumn(asked.view, name)
  const parameters = new Parameters()
  // For each value the rows come as they are sorted: nothing above the loop puts them in another order.
  const own = rowsSql(asked, `${column.sql} = "_group"."value"`, parameters)
  const list = `${parameters.add(values.map(String))}::${ARRAYS[column.kind]}`
  return read<Row>(
    `select "_group"."place" as "${PLACE}", "_rows".* from unnest(${list}) with ordinality as "_group"("value", "place")
     cross join lateral (${own}) as "_rows"`,
    parameters.values,
  )
}

async function rowsWithout(read: ReadQuery, asked: AskedRows, name: string): Promise<Row[]> {
  const { column } = groupColumn(asked.view, name)
  const { sql, kind } = column
  const parameters = new Parameters()
  const none = kind === 'text' ? `(${sql} is null or ${sql} = '')` : `${sql} is null`
  return read<Row>(rowsSql(asked, none, parameters), parameters.values)
}

function rowsSql(
  { view, session, query, more, now }: AskedRows,
  own: string,
  parameters: Parameters,
): string {
  const { where } = listWhere(view, session, query, more, parameters, now)
  const order = sortSql(view, sortOf(view, query.sort))
  const limit = parameters.add(Math.min(query.pageSize, MAX_BOARD_ROWS))
  return `select ${view.listSelect} from ${tableOf(view).from} where ${where} and ${own} order by ${order} limit ${limit}`
}

/** As which type the values of a column are compared with it, so that an index of it can be used. */
const ARRAYS: Readonly<Record<ValueKind, string>> = {
  text: 'text[]',
  integer: 'integer[]',
  long: 'bigint[]',
  decimal: 'numeric[]',
  double: 'float8[]',
  date: 'date[]',
  datetime: 'timestamp[]',
  binary: 'bytea[]',
}

/** The column that a caller names; refused where this user does not see it, or it makes no groups. */
function groupColumn(view: FormView, name: string): { column: DataColumn; isMonth: boolean } {
  const column = view.columns.get(name)
  const field = view.fields.find((one) => one.name === name)
  if (!column || !field || !canGroup(field)) throw badRequest('不能按该字段分组')
  return { column, isMonth: groupsByMonth(field) }
}
