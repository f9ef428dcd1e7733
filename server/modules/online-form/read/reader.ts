import type { CompiledForm, Row, SubTable } from '#schemas/compile/model.ts'
import { MAX_SUB_ROWS } from '#schemas/compile/sub-rows.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { parseListQuery } from '../../../http/list-query.ts'
import { may, rowRule } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import type { ReadQuery } from '../sql/read-query.ts'
import { hasTable } from '../sql/record-table.ts'
import { addSubRows } from './add-sub-rows.ts'
import { markChildren } from './child-marks.ts'
import { createFigures, type Figures } from './figures.ts'
import { type FormView, formView } from './form-view.ts'
import { type AddFiles, createRecordAnswers } from './record-answers.ts'
import type { Listed, RecordSource } from './record-source.ts'
import { nameFiles, recycledRows } from './recycled-rows.ts'
import { type AreaText, addTexts, type DictionaryTexts } from './row-texts.ts'
import type { OwnCondition, TopCondition } from './scoped-where.ts'
import { subRowOrder } from './sort-order.ts'
import { findIn, subViews } from './sub-views.ts'

/** Reads of online forms, for one session at a time. */
export interface FormReader extends Figures {
  list(form: CompiledForm, session: Session, query: RawQuery, narrowing?: Narrowing): Promise<ListAnswer>
  /**
   * All rows that a list query means, in its order and with its texts, a batch at a time: of one moment, however long it takes. Of rows
   * that the query names as `selections` only those. Rejects when the signal is given. `onRows` must not call it again.
   */
  each(
    form: CompiledForm,
    session: Session,
    query: RawQuery,
    onRows: (rows: Row[], view: FormView) => Promise<void>,
    more?: EachMore,
  ): Promise<void>
  /** Deleted records that can be brought back, by the same query. */
  recycled(form: CompiledForm, session: Session, query: RawQuery): Promise<ListAnswer>
  tree(form: CompiledForm, session: Session, query: RawQuery): Promise<ListAnswer>
  /** A record with its sub rows under the sub tables' codes; 404 for what the session may not see. */
  record(form: CompiledForm, session: Session, id: string): Promise<Row>
  subRows(sub: CompiledForm, session: Session, mainId: string): Promise<Row[]>
  /** Adds their texts to a record and its sub rows that were read otherwise. */
  addTexts(form: CompiledForm, session: Session, record: Row): Promise<void>
  /** Adds to rows that were read otherwise the texts that a list has. */
  addListTexts(form: CompiledForm, session: Session, rows: readonly Row[]): Promise<void>
  /** Adds what such a record and its sub rows name of stored files. */
  addFiles(form: CompiledForm, session: Session, record: Row): Promise<void>
}

/** Parameters as they came. */
export type RawQuery = Readonly<Record<string, unknown>>

/** What a module takes away from what the user would see. */
export interface Narrowing {
  /** Columns that are neither shown nor asked about. */
  hidden?: readonly string[]
  conditions?: readonly OwnCondition[]
}

/** What narrows the reading of all rows, and what ends it. */
export interface EachMore {
  signal?: AbortSignal | undefined
  narrowing?: Narrowing
  /** Columns to read, the key among them: those of the list where absent. */
  columns?: readonly string[]
  /** Rows also carry `_files`. */
  files?: boolean
  /** Rows also carry the rows of these sub tables, under their codes. */
  subTables?: readonly string[]
}

/** A page and where it stands. */
export interface ListAnswer extends Listed {
  pageNo: number
  pageSize: number
}

/** What the reader is made of. */
export interface ReaderParts {
  documents: Documents
  store: RecordSource
  read: ReadQuery
  dictionaries: DictionaryTexts
  areaText: AreaText
  addFiles: AddFiles
  now?: () => Date
}

/** The reader over the store. */
export function createFormReader(parts: ReaderParts): FormReader {
  const { documents, store, read, dictionaries, areaText, addFiles } = parts
  const now = parts.now ?? (() => new Date())

  /** A list query as the session may ask it. */
  function asked(form: CompiledForm, session: Session, raw: RawQuery, hidden?: readonly string[]) {
    const view = formView(session, form, hidden)
    const subs = subViews(documents, form, session)
    const query = parseListQuery(raw, view.find, { asked: findIn(view, subs) })
    return { view, subs, query }
  }

  const textsOf = (view: FormView, rows: readonly Row[], session: Session) =>
    addTexts(view, rows, session, dictionaries, areaText)
  /** Adds what rows of a list are answered with. */
  const complete = (view: FormView, rows: readonly Row[], session: Session) =>
    Promise.all([textsOf(view, rows, session), addFiles([{ view, rows }])])

  async function list(
    form: CompiledForm,
    session: Session,
    raw: RawQuery,
    { hidden, conditions = [] }: Narrowing = {},
  ): Promise<ListAnswer> {
    const { view, subs, query } = asked(form, session, raw, hidden)
    const page = await store.list(view, session, query, { subs, conditions })
    await complete(view, page.records, session)
    return { ...page, pageNo: query.pageNo, pageSize: query.pageSize }
  }

  async function recycled(form: CompiledForm, session: Session, raw: RawQuery): Promise<ListAnswer> {
    const { view, query } = asked(form, session, raw)
    const page = await recycledRows(read, view, session, query, now())
    await complete(view, page.records, session)
    for (const row of page.records) nameFiles(form, row)
    return { ...page, pageNo: query.pageNo, pageSize: query.pageSize }
  }

  async function each(
    form: CompiledForm,
    session: Session,
    raw: RawQuery,
    onRows: (rows: Row[], view: FormView) => Promise<void>,
    { signal, narrowing = {}, columns, files = false, subTables = [] }: EachMore = {},
  ): Promise<void> {
    const { view, subs, query } = asked(form, session, raw, narrowing.hidden)
    const chosen = chosenRows(raw.selections)
    const conditions = [...(narrowing.conditions ?? []), ...(chosen ? [chosen] : [])]
    const carried = subs.filter(({ sub }) => subTables.includes(sub.code))
    const take = async (rows: Row[]) => {
      const all = [{ view, rows }, ...(await addSubRows(store, session, rows, carried))]
      await Promise.all(all.map((one) => (files ? complete : textsOf)(one.view, one.rows, session)))
      await onRows(rows, view)
    }
    await store.each(view, session, query, { onRows: take, signal }, { subs, conditions }, columns)
  }

  async function tree(form: CompiledForm, session: Session, raw: RawQuery): Promise<ListAnswer> {
    if (!form.tree) return list(form, session, raw)
    // The child mark is computed; a filter on it only says that a node is being opened.
    const { [form.tree.hasChild]: _, ...rest } = raw
    const { view, subs, query } = asked(form, session, rest)
    const opensNode = typeof raw[form.tree.parent] === 'string' && raw[form.tree.parent] !== ''
    const searches = raw.hasQuery === 'true' || raw.hasQuery === 'in' || query.condition !== null
    const roots = opensNode || searches ? [] : [topmost(form, form.tree.parent, session)]
    const page = await store.list(view, session, query, { subs, conditions: roots })
    await Promise.all([
      complete(view, page.records, session),
      markChildren(read, view, session, page.records, now()),
    ])
    return { ...page, pageNo: query.pageNo, pageSize: query.pageSize }
  }

  async function record(form: CompiledForm, session: Session, id: string): Promise<Row> {
    const view = formView(session, form)
    const row = await store.get(view, session, id)
    if (!row) throw notFound()
    const subs = await Promise.all(
      form.subTables.map(async (sub) => {
        const subForm = documents.resolve(sub.code)
        return [
          sub,
          subForm ? await rowsOf(formView(session, subForm), sub, row[sub.mainField], session) : [],
        ] as const
      }),
    )
    await Promise.all([
      addTexts(view, [row], session, dictionaries, areaText, 'record'),
      addFiles([
        { view, rows: [row] },
        ...subs.flatMap(([sub, rows]) => {
          const subForm = documents.resolve(sub.code)
          return subForm ? [{ view: formView(session, subForm), rows }] : []
        }),
      ]),
    ])
    for (const [sub, rows] of subs) row[sub.code] = sub.relation === 'one' ? (rows[0] ?? null) : rows
    return row
  }

  async function rowsOf(view: FormView, sub: SubTable, key: unknown, session: Session): Promise<Row[]> {
    if (key === null || key === undefined || key === '') return []
    const own: Condition = { field: sub.foreignKey, rule: 'eq', val: String(key) }
    const rows = await store.rows(view, session, [{ own }], subRowOrder(view.form, sub), MAX_SUB_ROWS)
    await textsOf(view, rows, session)
    return rows
  }

  /** Sub rows are part of their main record: who may not see that sees none of them. */
  async function subRows(sub: CompiledForm, session: Session, mainId: string): Promise<Row[]> {
    for (const { main, sub: relation } of documents.mainsOf(sub.code)) {
      if (!may(session, 'list', { form: main }).allowed) continue
      const row = await store.get(formView(session, main), session, mainId)
      if (!row) continue
      const view = formView(session, sub)
      const rows = await rowsOf(view, relation, row[relation.mainField], session)
      await addFiles([{ view, rows }])
      return rows
    }
    return []
  }

  return {
    list,
    each,
    recycled,
    tree,
    record,
    subRows,
    ...createRecordAnswers(parts),
    addListTexts: (form, session, rows) => textsOf(formView(session, form), rows, session),
    ...createFigures({ read, asked, addTexts: textsOf, complete, now }),
  }
}

/** The rows that a query names one by one; null where it names none and so means all. */
function chosenRows(raw: unknown): OwnCondition | null {
  if (raw === undefined || raw === null || raw === '') return null
  const keys = typeof raw === 'string' ? raw.split(',') : Array.isArray(raw) ? raw : []
  if (keys.length === 0 || !keys.every((key) => typeof key === 'string' && !key.includes('\0')))
    throw badRequest('参数格式不正确')
  return { own: { field: 'id', rule: 'in', val: keys.filter((key) => key !== '') } }
}

/** Whom a rule keeps from the rows above begins with the topmost of those that are left. */
function topmost(form: CompiledForm, parent: string, session: Session): OwnCondition | TopCondition {
  return hasTable(form) && rowRule(session, form) !== null ? { top: parent } : { own: rootCondition(form) }
}

function rootCondition(form: CompiledForm): Condition {
  const field = form.tree?.parent ?? 'pid'
  const root = form.tree?.root ?? ''
  const empty: Condition = { field, rule: 'empty' }
  return root === '' ? empty : { or: [{ field, rule: 'eq', val: root }, empty] }
}
