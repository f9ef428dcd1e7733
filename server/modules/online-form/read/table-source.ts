import type { Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { Parameters } from '../../../database/condition-sql.ts'
import { containing } from '../../../database/like.ts'
import { badRequest } from '../../../errors.ts'
import type { ListQuery } from '../../../http/list-query.ts'
import type { Session } from '../../../permission/session.ts'
import type { ReadBatches } from '../sql/read-batches.ts'
import type { ReadQuery } from '../sql/read-query.ts'
import type { Totals } from '../sql/totals.ts'
import { type FormView, selectOf } from './form-view.ts'
import { refuseEndless } from './journal-range.ts'
import { createListReader, listWhere } from './list-reader.ts'
import { isKey, type RecordSource } from './record-source.ts'
import {
  type OwnCondition,
  ownWhere,
  type Readable,
  scopedWhere,
  type TopCondition,
  tableOf,
} from './scoped-where.ts'
import { orderBy, sortOf, sortSql } from './sort-order.ts'

/** How often a value is looked for whose record was deleted while its lock was waited for. */
const MAX_TRIES = 3
/** Levels of a tree that are climbed from a node that was found; also the end of a circle in the data. */
const MAX_DEPTH = 30

/** Records in tables, forms' own and the platform's, over the read-only pool. `now` feeds the time variables of row rules. */
export function createTableSource(
  read: ReadQuery,
  readBatches: ReadBatches,
  totals: Totals,
  now: () => Date = () => new Date(),
): RecordSource {
  async function rows(
    view: FormView,
    session: Session,
    conditions: readonly (Condition | OwnCondition | TopCondition)[],
    order: ListQuery['sort'],
    limit: number,
    only?: readonly string[],
  ): Promise<Row[]> {
    const parameters = new Parameters()
    const where = scopedWhere(view, session, conditions, parameters, now())
    const text = `select ${only ? selectOf(view, only) : view.recordSelect} from ${tableOf(view).from} where ${where} order by ${orderBy(view, order)} limit ${parameters.add(limit)}`
    return read<Row>(text, parameters.values)
  }

  return {
    list: createListReader(read, totals, now),
    rows,

    async each(view, session, query, batches, more = {}, only) {
      const parameters = new Parameters()
      const table = tableOf(view)
      const { where } = listWhere(view, session, query, more, parameters, now())
      const sort = sortOf(view, query.sort)
      await refuseEndless(read, table, query, sort)
      const text = `select ${only ? selectOf(view, only) : view.listSelect} from ${table.from} where ${where} order by ${sortSql(view, sort)}`
      await readBatches<Row>({ text, values: parameters.values }, batches)
    },

    async get(view, session, id) {
      if (!isKey(id)) return null
      const found = await rows(view, session, [{ own: { field: 'id', rule: 'eq', val: id } }], [], 1)
      return found[0] ?? null
    },

    async lookup(from, session, lookup) {
      const value = columnSql(from, lookup.value)
      const text = columnSql(from, lookup.text)
      const parameters = new Parameters()
      const parts = [scopedWhere(from, session, [], parameters, now()), `${value} is not null`]
      if (lookup.where) parts.push(ownWhere(from, session, lookup.where, parameters, now()))
      if (lookup.keyword) {
        const like = parameters.add(containing(plainText(lookup.keyword)))
        parts.push(`(${text}::text like ${like} or ${value}::text like ${like})`)
      }
      if (lookup.values)
        parts.push(`${value}::text = any(${parameters.add(lookup.values.map(plainText))}::text[])`)
      if (lookup.texts)
        parts.push(`${text}::text = any(${parameters.add(lookup.texts.map(plainText))}::text[])`)
      const order = lookup.order ? orderBy(from, parseOrder(from, lookup.order)) : `${text}, "id"`
      return read(
        `select ${value}::text as value, coalesce(${text}::text, '') as text from ${tableOf(from).from}
         where ${parts.join(' and ')} order by ${order} limit ${parameters.add(lookup.limit)}`,
        parameters.values,
      )
    },

    async existing(from, session, { value, where, values }, client) {
      const column = columnSql(from, value)
      const table = tableOf(from).from
      const found = new Set<string>()
      let missing = values.map(plainText)
      // The row that was found may be deleted while its lock is waited for, and another one have the same value.
      const most = value === 'id' ? 1 : MAX_TRIES
      for (let tries = 0; missing.length > 0 && tries < most; tries += 1) {
        const parameters = new Parameters()
        const parts = [scopedWhere(from, session, [], parameters, now())]
        if (where) parts.push(ownWhere(from, session, where, parameters, now()))
        parts.push(`${column}::text = any(${parameters.add(missing)}::text[])`)
        const narrowed = parts.join(' and ')
        const { rows: locked } = await client.query<{ value: string }>(
          `select ${column}::text as value from ${table}
           where ${value === 'id' ? narrowed : `"id" in (select min("id") from ${table} where ${narrowed} group by ${column})`}
           order by "id" for key share`,
          parameters.values,
        )
        for (const row of locked) found.add(row.value)
        missing = missing.filter((one) => !found.has(one))
      }
      return [...found]
    },

    async treeLevel(from, session, level) {
      const code = columnSql(from, level.code)
      const text = columnSql(from, level.text)
      const pid = columnSql(from, level.pidField)
      const hasChild = level.hasChildField ? columnSql(from, level.hasChildField) : null
      const parameters = new Parameters()
      const parts = [scopedWhere(from, session, [], parameters, now())]
      if (level.where) parts.push(ownWhere(from, session, level.where, parameters, now()))
      const wanted = plainText(level.pid)
      parts.push(
        wanted === '' ? `(${pid} is null or ${pid}::text = '')` : `${pid}::text = ${parameters.add(wanted)}`,
      )
      const found = await read<{ id: string; code: string; text: string; pid: string; more: string }>(
        `select "id" as id, coalesce(${code}::text, '') as code, coalesce(${text}::text, '') as text,
           coalesce(${pid}::text, '') as pid, ${hasChild ? `coalesce(${hasChild}::text, '0')` : "'1'"} as more
         from ${tableOf(from).from} where ${parts.join(' and ')}
         order by ${text}, "id" limit ${parameters.add(level.limit)}`,
        parameters.values,
      )
      return found.map(({ more, ...node }) => ({ ...node, isLeaf: more !== '1' }))
    },

    async treeSearch(from, session, search) {
      const [code, text, pid] = [search.code, search.text, search.pidField].map((name) =>
        columnSql(from, name),
      )
      const parameters = new Parameters()
      const parts = [scopedWhere(from, session, [], parameters, now())]
      if (search.where) parts.push(ownWhere(from, session, search.where, parameters, now()))
      const like = parameters.add(containing(plainText(search.keyword)))
      return read(
        `with recursive seen as not materialized (
           select coalesce(${code}::text, '') as code, coalesce(${text}::text, '') as text, coalesce(${pid}::text, '') as pid
           from ${tableOf(from).from} where ${parts.join(' and ')}),
         found as (select * from seen where text like ${like} order by text, code limit ${parameters.add(search.limit)}),
         above as (
           select code, pid, array[text] as path from found
           union all
           select above.code, seen.pid, seen.text || above.path from above join seen on seen.code = above.pid
           where above.pid <> '' and cardinality(above.path) < ${MAX_DEPTH}),
         whole as (select distinct on (code) code, path from above order by code, cardinality(path) desc)
         select code, path from whole order by path, code`,
        parameters.values,
      )
    },

    async treePath(from, session, path) {
      const [code, pid] = [path.code, path.pidField].map((name) => columnSql(from, name))
      const parameters = new Parameters()
      const parts = [scopedWhere(from, session, [], parameters, now())]
      if (path.where) parts.push(ownWhere(from, session, path.where, parameters, now()))
      const found = await read<{ code: string }>(
        `with recursive seen as not materialized (
           select ${code}::text as code, ${pid}::text as pid from ${tableOf(from).from} where ${parts.join(' and ')}),
         above as (
           select code, pid, 0 as height from seen
           where code = any(${parameters.add(path.values.map(plainText))}::text[])
           union
           select seen.code, seen.pid, above.height + 1 from above join seen on seen.code = above.pid
           where above.height < ${MAX_DEPTH})
         select distinct code from above where height > 0`,
        parameters.values,
      )
      return found.map((row) => row.code)
    },

    async linkLevel(from, session, level) {
      const [label, key, id, pid] = [level.txt, level.key, level.idField, level.pidField].map((name) =>
        columnSql(from, name),
      )
      const parameters = new Parameters()
      const parts = [scopedWhere(from, session, [], parameters, now())]
      if (level.where) parts.push(ownWhere(from, session, level.where, parameters, now()))
      else if (level.parent === null) parts.push(`coalesce(${pid}::text, '') in ('', '0')`)
      if (level.parent !== null) parts.push(`${pid}::text = ${parameters.add(plainText(level.parent))}`)
      return read(
        `select coalesce(${label}::text, '') as label, coalesce(${key}::text, '') as store,
           coalesce(${id}::text, '') as id, coalesce(${pid}::text, '') as pid
         from ${tableOf(from).from} where ${parts.join(' and ')}
         order by ${label}, "id" limit ${parameters.add(level.limit)}`,
        parameters.values,
      )
    },
  }
}

function parseOrder(from: Readable, text: string): ListQuery['sort'] {
  return text.split(',').flatMap((part) => {
    const [field = '', direction] = part.trim().split(/\s+/)
    return from.columns.has(field) ? [{ field, descending: direction?.toLowerCase() === 'desc' }] : []
  })
}

function columnSql(from: Readable, name: string): string {
  const column = from.columns.get(name)
  if (!column || column.kind === 'binary') throw badRequest('字典字段不存在')
  return column.sql
}

function plainText(text: string): string {
  if (text.includes('\0')) throw badRequest('参数包含非法字符')
  return text
}
