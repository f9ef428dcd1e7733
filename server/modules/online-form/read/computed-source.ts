import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import type { Variables } from '#schemas/compile/form-variables.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { RowSource } from '#schemas/page/source-names.ts'
import { badRequest } from '../../../errors.ts'
import type { ListQuery } from '../../../http/list-query.ts'
import { rowRule } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import { sessionVariables } from '../../../permission/session-user.ts'
import { BATCH_ROWS } from '../sql/read-batches.ts'
import type { FormView } from './form-view.ts'
import type { ListMore, Lookup, RecordSource } from './record-source.ts'
import type { OwnCondition, Readable, TopCondition } from './scoped-where.ts'

/** Rows that a server module computes for documents whose `store` names it. */
export interface ComputedRows {
  /** All rows of the session's tenant, each with an `id`. Filters, order, paging and columns are applied to them here. */
  list(session: Session): Promise<readonly Readonly<Row>[]>
  /** One of them; looked up in the list where absent. */
  get?(session: Session, id: string): Promise<Row | null>
}

/** Records that modules compute, read in the same way as those of tables. */
export function createComputedSource(
  sources: Readonly<Record<RowSource, ComputedRows>>,
  now: () => Date = () => new Date(),
): RecordSource {
  /** Rows that the row rules leave, complete: a condition may speak of columns that the user does not see. */
  async function seen(from: Readable, session: Session): Promise<readonly Row[]> {
    const { form } = from
    const rows = await sourceOf(sources, form).list(session)
    const rule = form ? rowRule(session, form) : null
    return rule ? rows.filter((row) => evaluateCondition(rule, row, variablesOf(session), form)) : rows
  }
  const variablesOf = (session: Session): Variables => sessionVariables(session, now())

  async function matching(
    view: FormView,
    session: Session,
    conditions: readonly (Condition | OwnCondition | TopCondition)[],
    order: ListQuery['sort'],
  ): Promise<Row[]> {
    const known = conditions.flatMap((one) => ('top' in one ? [] : [one]))
    if (known.length < conditions.length) throw new Error('computed rows are no tree')
    const rows = await seen(view, session)
    const found = rows.filter((row) =>
      known.every((one) => evaluateCondition('own' in one ? one.own : one, row, {}, view.form)),
    )
    const sort = order.length > 0 ? order : view.form.list.sort
    return sort.length === 0 ? found : found.sort(inOrder(sort))
  }

  async function entries(
    from: Readable,
    session: Session,
    { value, text, where, keyword, values, texts }: Omit<Lookup, 'limit'>,
  ) {
    for (const name of [value, text]) if (!from.columns.has(name)) throw badRequest('字典字段不存在')
    const variables = variablesOf(session)
    return (await seen(from, session))
      .filter((row) => !where || evaluateCondition(where, row, variables, from.form))
      .map((row) => ({ value: String(row[value] ?? ''), text: String(row[text] ?? '') }))
      .filter((entry) => entry.value !== '' && (!values || values.includes(entry.value)))
      .filter((entry) => !texts || texts.includes(entry.text))
      .filter((entry) => !keyword || entry.text.includes(keyword) || entry.value.includes(keyword))
  }

  const asked = (view: FormView, session: Session, query: ListQuery, more: ListMore) =>
    matching(
      view,
      session,
      [...(more.conditions ?? []), query.filter, query.condition].filter((one) => one !== null),
      query.sort,
    )

  return {
    async list(view, session, query, more = {}) {
      const found = await asked(view, session, query, more)
      const from = (query.pageNo - 1) * query.pageSize
      return {
        records: found.slice(from, from + query.pageSize).map((row) => shown(view, row)),
        total: found.length,
      }
    },

    async each(view, session, query, { onRows, signal }, more = {}) {
      const found = await asked(view, session, query, more)
      for (let from = 0; from < found.length; from += BATCH_ROWS) {
        signal?.throwIfAborted()
        await onRows(found.slice(from, from + BATCH_ROWS).map((row) => shown(view, row)))
      }
    },

    async rows(view, session, conditions, order, limit) {
      const found = await matching(view, session, conditions, order)
      return found.slice(0, limit).map((row) => shown(view, row))
    },

    async get(view, session, id) {
      const source = sourceOf(sources, view.form)
      const row = source.get
        ? await source.get(session, id)
        : (await seen(view, session)).find((one) => String(one.id) === id)
      const rule = rowRule(session, view.form)
      if (!row || (rule && !evaluateCondition(rule, row, variablesOf(session), view.form))) return null
      return shown(view, row)
    },

    async lookup(from, session, lookup) {
      const found = await entries(from, session, lookup)
      return found.sort((a, b) => a.text.localeCompare(b.text)).slice(0, lookup.limit)
    },

    async existing(from, session, lookup) {
      const found = await entries(from, session, { ...lookup, text: lookup.value })
      return found.map(({ value }) => value)
    },

    treeLevel: async () => refuseTree(),
    treeSearch: async () => refuseTree(),
    treePath: async () => refuseTree(),
    linkLevel: async () => refuseTree(),
  }
}

function sourceOf(
  sources: Readonly<Record<RowSource, ComputedRows>>,
  form: CompiledForm | null,
): ComputedRows {
  const store = form?.document.store
  if (!store || !('source' in store))
    throw new Error(`the rows of ${form?.code ?? 'this table'} are not computed`)
  return sources[store.source]
}

function refuseTree(): never {
  throw badRequest('该数据不能作为树或联动下拉的选项')
}

/** The columns of a row that the user may see, and no others. */
function shown(view: FormView, row: Row): Row {
  return Object.fromEntries([...view.columns.keys()].map((name) => [name, row[name] ?? null]))
}

function inOrder(sort: ListQuery['sort']): (a: Row, b: Row) => number {
  return (a, b) => {
    for (const { field, descending } of sort) {
      const sign = compare(a[field], b[field])
      if (sign !== 0) return descending ? -sign : sign
    }
    return compare(a.id, b.id)
  }
}

/** Numbers by value, the rest as text; nothing comes last, as in the database. */
function compare(a: unknown, b: unknown): number {
  const [none, other] = [a === null || a === undefined, b === null || b === undefined]
  if (none || other) return Number(none) - Number(other)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a), String(b)]
  return left < right ? -1 : left > right ? 1 : 0
}
