import type { CompiledForm, Row, SubTable } from '#schemas/compile/model.ts'
import { MAX_SUB_ROWS } from '#schemas/compile/sub-rows.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { notFound } from '../../errors.ts'
import { parseListQuery, type QueryColumn } from '../../http/list-query.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { type FormView, formView } from './form-view.ts'
import type { ReadQuery } from './read-query.ts'
import { type AreaText, addTexts, type DictionaryTexts } from './row-texts.ts'
import type { FormStore, Listed, OwnCondition, SubView } from './store.ts'
import { markChildren } from './tree-rows.ts'

/** Reads of online forms, for one session at a time. */
export interface FormReader {
  list(form: CompiledForm, session: Session, query: RawQuery): Promise<ListAnswer>
  tree(form: CompiledForm, session: Session, query: RawQuery): Promise<ListAnswer>
  /** A record with its sub rows under the sub tables' codes; 404 for what the session may not see. */
  record(form: CompiledForm, session: Session, id: string): Promise<Row>
  subRows(sub: CompiledForm, session: Session, mainId: string): Promise<Row[]>
}

/** Parameters as they came. */
export type RawQuery = Readonly<Record<string, unknown>>

/** A page and where it stands. */
export interface ListAnswer extends Listed {
  pageNo: number
  pageSize: number
}

/** What the reader is made of. */
export interface ReaderParts {
  documents: Documents
  store: FormStore
  read: ReadQuery
  dictionaries: DictionaryTexts
  areaText: AreaText
  now?: () => Date
}

const NEWEST_LAST = [
  { field: 'create_time', descending: false },
  { field: 'id', descending: false },
]

/** The reader over the store. */
export function createFormReader(parts: ReaderParts): FormReader {
  const { documents, store, read, dictionaries, areaText } = parts
  const now = parts.now ?? (() => new Date())

  async function list(form: CompiledForm, session: Session, raw: RawQuery): Promise<ListAnswer> {
    const view = formView(session, form)
    const subs = subViews(form, session)
    const query = parseListQuery(raw, view.find, {
      advanced: (name) => view.find(name) ?? findInSubs(subs, name),
    })
    const page = await store.list(view, session, query, { subs })
    await addTexts(view, page.records, session, dictionaries, areaText)
    return { ...page, pageNo: query.pageNo, pageSize: query.pageSize }
  }

  function subViews(form: CompiledForm, session: Session): SubView[] {
    return form.subTables.flatMap((sub) => {
      const subForm = documents.resolve(sub.code)
      return subForm ? [{ sub, view: formView(session, subForm) }] : []
    })
  }

  async function tree(form: CompiledForm, session: Session, raw: RawQuery): Promise<ListAnswer> {
    if (!form.tree) return list(form, session, raw)
    const view = formView(session, form)
    // The child mark is computed; a filter on it only says that a node is being opened.
    const { [form.tree.hasChild]: _, ...rest } = raw
    const query = parseListQuery(rest, view.find)
    const opensNode = typeof raw[form.tree.parent] === 'string' && raw[form.tree.parent] !== ''
    const searches = raw.hasQuery === 'true' || raw.hasQuery === 'in' || query.condition !== null
    const roots: OwnCondition[] = opensNode || searches ? [] : [{ own: rootCondition(form) }]
    const page = await store.list(view, session, query, { conditions: roots })
    await Promise.all([
      addTexts(view, page.records, session, dictionaries, areaText),
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
    await addTexts(view, [row], session, dictionaries, areaText)
    for (const [sub, rows] of subs) row[sub.code] = sub.relation === 'one' ? (rows[0] ?? null) : rows
    return row
  }

  async function rowsOf(view: FormView, sub: SubTable, key: unknown, session: Session): Promise<Row[]> {
    if (key === null || key === undefined || key === '') return []
    const own: Condition = { field: sub.foreignKey, rule: 'eq', val: String(key) }
    const rows = await store.rows(view, session, [{ own }], NEWEST_LAST, MAX_SUB_ROWS)
    await addTexts(view, rows, session, dictionaries, areaText)
    return rows
  }

  /** Sub rows are part of their main record: who may not see that sees none of them. */
  async function subRows(sub: CompiledForm, session: Session, mainId: string): Promise<Row[]> {
    for (const { main, sub: relation } of documents.mainsOf(sub.code)) {
      if (!may(session, 'list', { form: main.code }).allowed) continue
      const row = await store.get(formView(session, main), session, mainId)
      if (row) return rowsOf(formView(session, sub), relation, row[relation.mainField], session)
    }
    return []
  }

  return { list, tree, record, subRows }
}

/** Fields of sub tables are named `<table>,<field>` or `<table>@<field>`. */
function findInSubs(subs: readonly SubView[], name: string): QueryColumn | null {
  const [table, field] = name.split(/[,@]/)
  const found = subs.find(({ sub, view }) => sub.code === table || view.form.table.name === table)
  const column = found && field ? found.view.find(field) : null
  return found && column ? { ...column, name: `${found.sub.code}@${column.name}` } : null
}

function rootCondition(form: CompiledForm): Condition {
  const field = form.tree?.parent ?? 'pid'
  const root = form.tree?.root ?? ''
  const empty: Condition = { field, rule: 'empty' }
  return root === '' ? empty : { or: [{ field, rule: 'eq', val: root }, empty] }
}
