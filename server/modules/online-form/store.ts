import type { CompiledForm, Row, SubTable } from '#schemas/compile/model.ts'
import type { Comparison, Condition } from '#schemas/page/condition.ts'
import { dataTable, quoted } from '../../database/identifiers.ts'
import { containing } from '../../database/like.ts'
import { badRequest } from '../../errors.ts'
import type { ListQuery } from '../../http/list-query.ts'
import { rowRule } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import { type FormView, formView } from './form-view.ts'
import type { ReadQuery } from './read-query.ts'
import { sessionVariables } from './session-user.ts'
import type { Totals } from './totals.ts'
import { comparisonSql, conditionSql, Parameters } from './where.ts'

/** Rows of a list and how many there are in all. */
export interface Listed {
  records: Row[]
  total: number
}

/** Which entries of a table serve as a dictionary. Column names come from documents. */
export interface Lookup {
  value: string
  text: string
  /** The document's own narrowing. */
  where?: Condition
  keyword?: string
  values?: readonly string[]
  /** `column` or `column desc`. */
  order?: string
  limit: number
}

/** One level of a tree table, for tree pickers. */
export interface TreeLevel {
  pidField: string
  pid: string
  text: string
  code: string
  hasChildField?: string
  where?: Condition
  limit: number
}

/** One level of a linked dropdown. */
export interface LinkLevel {
  txt: string
  key: string
  idField: string
  pidField: string
  /** Identity of the chosen parent; null on the first level. */
  parent: string | null
  where?: Condition
  limit: number
}

/** A condition of the server's own (a foreign key, a parent), which may speak of columns hidden from the user. */
export interface OwnCondition {
  own: Condition
}

/** A sub table as the session's user sees it: the advanced query may ask about its rows, as `<code>@<field>`. */
export interface SubView {
  sub: SubTable
  view: FormView
}

/** Reads rows of online forms for a user: each statement is narrowed by `scopedWhere`. */
export interface FormStore {
  list(
    view: FormView,
    session: Session,
    query: ListQuery,
    more?: { conditions?: readonly (Condition | OwnCondition)[]; subs?: readonly SubView[] },
  ): Promise<Listed>
  /** All matching rows up to the limit, in the order given. */
  rows(
    view: FormView,
    session: Session,
    conditions: readonly (Condition | OwnCondition)[],
    order: ListQuery['sort'],
    limit: number,
  ): Promise<Row[]>
  get(view: FormView, session: Session, id: string): Promise<Row | null>
  lookup(form: CompiledForm, session: Session, lookup: Lookup): Promise<{ value: string; text: string }[]>
  /** Those of the values that rows of this user have in a column. */
  existing(
    form: CompiledForm,
    session: Session,
    lookup: Pick<Lookup, 'value' | 'where'> & { values: readonly string[] },
  ): Promise<string[]>
  treeLevel(
    form: CompiledForm,
    session: Session,
    level: TreeLevel,
  ): Promise<{ id: string; code: string; text: string; pid: string; isLeaf: boolean }[]>
  linkLevel(
    form: CompiledForm,
    session: Session,
    level: LinkLevel,
  ): Promise<{ label: string; store: string; id: string; pid: string }[]>
}

/** Each is a join for the planner, whose time grows with their product: 20 take tenths of a second, 60 several. */
const MAX_SUB_QUESTIONS = 8

/** The store over the read-only pool. `now` feeds the time variables of row rules. */
export function createFormStore(
  read: ReadQuery,
  totals: Totals,
  now: () => Date = () => new Date(),
): FormStore {
  async function list(
    view: FormView,
    session: Session,
    query: ListQuery,
    more: { conditions?: readonly (Condition | OwnCondition)[]; subs?: readonly SubView[] } = {},
  ): Promise<Listed> {
    const parameters = new Parameters()
    const table = dataTable(view.form.table.name)
    const conditions = [...(more.conditions ?? []), query.filter].filter((condition) => condition !== null)
    const parts = [scopedWhere(view, session, conditions, parameters, now())]
    let subQuestions = 0
    if (query.condition) {
      const elsewhere = (comparison: Comparison) => {
        const found = subComparison(view, session, comparison, more.subs ?? [], parameters, now())
        if (found !== null && ++subQuestions > MAX_SUB_QUESTIONS)
          throw badRequest(`子表条件最多 ${MAX_SUB_QUESTIONS} 个`)
        return found
      }
      parts.push(conditionSql(query.condition, view.columns, parameters, { from: 'caller', elsewhere }))
    }
    const where = parts.join(' and ')
    const counted = [...parameters.values]
    const offset = (query.pageNo - 1) * query.pageSize
    const page = `select ${view.listSelect} from ${table} where ${where} order by ${orderBy(view, query.sort)} limit ${parameters.add(query.pageSize)} offset ${parameters.add(offset)}`
    const records = await read<Row>(page, parameters.values)
    // A page that is not full shows the end of the list: nothing is left to count.
    if (records.length < query.pageSize && (records.length > 0 || offset === 0))
      return { records, total: offset + records.length }
    const count = `select count(*)::int as total from ${table} where ${where}`
    const ask = async () => {
      const [first] = await read<{ total: number }>(count, counted)
      return first?.total ?? 0
    }
    // The change counter is that of one table; a question about sub rows is counted each time.
    const total =
      subQuestions > 0
        ? await ask()
        : await totals.total(view.form.table.name, `${count}\n${JSON.stringify(counted)}`, ask)
    // A reused total may be a moment older than the page.
    return { records, total: records.length > 0 ? Math.max(total, offset + records.length) : total }
  }

  async function rows(
    view: FormView,
    session: Session,
    conditions: readonly (Condition | OwnCondition)[],
    order: ListQuery['sort'],
    limit: number,
  ): Promise<Row[]> {
    const parameters = new Parameters()
    const where = scopedWhere(view, session, conditions, parameters, now())
    const text = `select ${view.recordSelect} from ${dataTable(view.form.table.name)} where ${where} order by ${orderBy(view, order)} limit ${parameters.add(limit)}`
    return read<Row>(text, parameters.values)
  }

  return {
    list,
    rows,

    async get(view, session, id) {
      if (!isKey(id)) return null
      const found = await rows(view, session, [{ own: { field: 'id', rule: 'eq', val: id } }], [], 1)
      return found[0] ?? null
    },

    async lookup(form, session, lookup) {
      const view = formView(session, form)
      const value = columnSql(view, lookup.value)
      const text = columnSql(view, lookup.text)
      const parameters = new Parameters()
      const parts = [scopedWhere(view, session, [], parameters, now()), `${value} is not null`]
      if (lookup.where) parts.push(ownWhere(view, session, lookup.where, parameters, now()))
      if (lookup.keyword) {
        const like = parameters.add(containing(plainText(lookup.keyword)))
        parts.push(`(${text}::text like ${like} or ${value}::text like ${like})`)
      }
      if (lookup.values)
        parts.push(`${value}::text = any(${parameters.add(lookup.values.map(plainText))}::text[])`)
      const order = lookup.order ? orderBy(view, parseOrder(view, lookup.order)) : `${text}, "id"`
      return read(
        `select ${value}::text as value, coalesce(${text}::text, '') as text from ${dataTable(form.table.name)}
         where ${parts.join(' and ')} order by ${order} limit ${parameters.add(lookup.limit)}`,
        parameters.values,
      )
    },

    async existing(form, session, { value, where, values }) {
      const view = formView(session, form)
      const column = columnSql(view, value)
      const parameters = new Parameters()
      const parts = [scopedWhere(view, session, [], parameters, now())]
      if (where) parts.push(ownWhere(view, session, where, parameters, now()))
      parts.push(`${column}::text = any(${parameters.add(values.map(plainText))}::text[])`)
      const found = await read<{ value: string }>(
        `select distinct ${column}::text as value from ${dataTable(form.table.name)} where ${parts.join(' and ')}`,
        parameters.values,
      )
      return found.map((row) => row.value)
    },

    async treeLevel(form, session, level) {
      const view = formView(session, form)
      const code = columnSql(view, level.code)
      const text = columnSql(view, level.text)
      const pid = columnSql(view, level.pidField)
      const hasChild = level.hasChildField ? columnSql(view, level.hasChildField) : null
      const parameters = new Parameters()
      const parts = [scopedWhere(view, session, [], parameters, now())]
      if (level.where) parts.push(ownWhere(view, session, level.where, parameters, now()))
      const wanted = plainText(level.pid)
      parts.push(
        wanted === '' ? `(${pid} is null or ${pid}::text = '')` : `${pid}::text = ${parameters.add(wanted)}`,
      )
      const found = await read<{ id: string; code: string; text: string; pid: string; more: string }>(
        `select "id" as id, coalesce(${code}::text, '') as code, coalesce(${text}::text, '') as text,
           coalesce(${pid}::text, '') as pid, ${hasChild ? `coalesce(${hasChild}::text, '0')` : "'1'"} as more
         from ${dataTable(form.table.name)} where ${parts.join(' and ')}
         order by ${text}, "id" limit ${parameters.add(level.limit)}`,
        parameters.values,
      )
      return found.map(({ more, ...node }) => ({ ...node, isLeaf: more !== '1' }))
    },

    async linkLevel(form, session, level) {
      const view = formView(session, form)
      const [label, key, id, pid] = [level.txt, level.key, level.idField, level.pidField].map((name) =>
        columnSql(view, name),
      )
      const parameters = new Parameters()
      const parts = [scopedWhere(view, session, [], parameters, now())]
      if (level.where) parts.push(ownWhere(view, session, level.where, parameters, now()))
      else if (level.parent === null) parts.push(`coalesce(${pid}::text, '') in ('', '0')`)
      if (level.parent !== null) parts.push(`${pid}::text = ${parameters.add(plainText(level.parent))}`)
      return read(
        `select coalesce(${label}::text, '') as label, coalesce(${key}::text, '') as store,
           coalesce(${id}::text, '') as id, coalesce(${pid}::text, '') as pid
         from ${dataTable(form.table.name)} where ${parts.join(' and ')}
         order by ${label}, "id" limit ${parameters.add(level.limit)}`,
        parameters.values,
      )
    },
  }
}

/** Record keys are at most 36 characters; anything else names no record. */
export function isKey(id: string): boolean {
  return id !== '' && id.length <= 36 && !id.includes('\0')
}

/**
 * Tenant, row rule and conditions in one text; tenant and rule come from the session alone. What a user reads goes
 * through it, and so do the locks of `row-locks.ts` that come before a change. The statements that then change rows, and
 * those that keep data consistent whoever may see it (unique values, references, marks of tree nodes, versions of main
 * records), know the tenant alone.
 */
export function scopedWhere(
  view: FormView,
  session: Session,
  conditions: readonly (Condition | OwnCondition)[],
  parameters: Parameters,
  now: Date,
): string {
  const parts = [`"_tenant" = ${parameters.add(session.tenantId)}`]
  const rule = rowRule(session, view.form)
  if (rule) parts.push(ownWhere(view, session, rule, parameters, now))
  for (const condition of conditions) {
    parts.push(
      'own' in condition
        ? conditionSql(condition.own, view.all, parameters, { from: 'rule', variables: {} })
        : conditionSql(condition, view.columns, parameters, { from: 'caller' }),
    )
  }
  return parts.join(' and ')
}

function ownWhere(
  view: FormView,
  session: Session,
  condition: Condition,
  parameters: Parameters,
  now: Date,
): string {
  return conditionSql(condition, view.all, parameters, {
    from: 'rule',
    variables: sessionVariables(session, now),
  })
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
  const main = `${quoted(view.form.table.name)}.${quoted(found.sub.mainField)}`
  return `exists (select from ${dataTable(found.view.form.table.name)}
    where ${quoted(found.sub.foreignKey)}::text = ${main}::text
      and ${scopedWhere(found.view, session, [], parameters, now)}
      and ${comparisonSql(column, { ...comparison, field }, parameters, { from: 'caller' })})`
}

/** The order asked for, else the document's, else newest first; the key makes it total. */
function orderBy(view: FormView, asked: ListQuery['sort']): string {
  const usable = (sort: ListQuery['sort']) => sort.filter(({ field }) => view.columns.has(field))
  const wanted = asked.length > 0 ? usable(asked) : usable(view.form.list.sort)
  const order = wanted.length > 0 ? [...wanted] : [{ field: 'create_time', descending: true }]
  // The key goes in the direction of the last column, so that an index can be read either way.
  if (!order.some(({ field }) => field === 'id'))
    order.push({ field: 'id', descending: order.at(-1)?.descending ?? false })
  return order.map(({ field, descending }) => `${quoted(field)}${descending ? ' desc' : ''}`).join(', ')
}

function parseOrder(view: FormView, text: string): ListQuery['sort'] {
  return text.split(',').flatMap((part) => {
    const [field = '', direction] = part.trim().split(/\s+/)
    return view.columns.has(field) ? [{ field, descending: direction?.toLowerCase() === 'desc' }] : []
  })
}

function columnSql(view: FormView, name: string): string {
  const column = view.columns.get(name)
  if (!column || column.kind === 'binary') throw badRequest('字典字段不存在')
  return quoted(column.name)
}

function plainText(text: string): string {
  if (text.includes('\0')) throw badRequest('参数包含非法字符')
  return text
}
