import type { CompiledForm, SubTable } from '#schemas/compile/model.ts'
import type { ListQuery } from '../../../http/list-query.ts'
import { type Readable, tableOf } from './scoped-where.ts'

type Sort = ListQuery['sort']

/** The order of sub rows: their own where the document names one, the newest last where it does not, or places are shared. */
export function subRowOrder(
  { stamps }: Pick<CompiledForm, 'stamps'>,
  { order }: Pick<SubTable, 'order'>,
): Sort {
  return [
    ...(order === undefined ? [] : [{ field: order, descending: false }]),
    { field: stamps.createTime, descending: false },
    { field: 'id', descending: false },
  ]
}

/** The SQL of an order, completed as `sortOf` does it. */
export function orderBy(from: Readable, asked: Sort): string {
  return sortSql(from, sortOf(from, asked))
}

/** The order asked for, as far as the document lets a list be sorted so, else the document's, else newest first; the key makes it total. */
export function sortOf(from: Readable, asked: Sort): Sort {
  const usable = (sort: Sort) => sort.filter(({ field }) => from.columns.has(field))
  const columns = from.form?.list.columns ?? []
  const sortable = asked.filter(
    ({ field }) => !columns.some((column) => column.field.name === field && !column.sortable),
  )
  const wanted = sortable.length > 0 ? usable(sortable) : usable(from.form?.list.sort ?? [])
  const newest = from.form?.stamps.createTime ?? ''
  const order =
    wanted.length > 0
      ? [...wanted]
      : tableOf(from).columns.has(newest)
        ? [{ field: newest, descending: true }]
        : []
  // The key goes in the direction of the last column, so that an index can be read either way.
  if (!order.some(({ field }) => field === 'id'))
    order.push({ field: 'id', descending: order.at(-1)?.descending ?? false })
  return order
}

/** An order as SQL. */
export function sortSql(from: Readable, sort: Sort): string {
  const sqlOf = (field: string) => from.columns.get(field)?.sql ?? tableOf(from).sql(field)
  return sort.map(({ field, descending }) => `${sqlOf(field)}${descending ? ' desc' : ''}`).join(', ')
}
