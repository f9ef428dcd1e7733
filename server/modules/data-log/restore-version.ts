import type { RestoredVersion } from '#schemas/api/record-life.ts'
import type { CompiledForm, Row, SubTable } from '#schemas/compile/model.ts'
import { MAX_SUB_ROWS } from '#schemas/compile/sub-rows.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import {
  type FormReader,
  type FormView,
  type FormWriter,
  formView,
  hasTable,
  type LostRow,
  update,
  type WriteContext,
} from '../online-form/index.ts'
import { plainText, word } from './change-words.ts'
import { changesNamed, type StoredChange, subChangesAfter } from './store.ts'
import { sightOf, type VersionParts } from './versions.ts'

export interface RestoreParts extends VersionParts {
  reader: Pick<FormReader, 'addTexts' | 'addFiles'>
  writer: Pick<FormWriter, 'update'>
}

/** A sub table as it is to be again. */
interface SubVersion {
  title: string
  view: FormView
  /** What the save is sent; null where nothing has happened to its rows since. */
  rows: readonly Row[] | null
  lost: ReadonlyMap<string, LostRow>
  /** Rows of the version that cannot come back, or of today that cannot go. */
  incomplete: boolean
}

/**
 * Brings a record and its sub rows back to one of its versions by a save of the session's user, and answers what stayed as
 * it was all the same: the save decides.
 */
export async function restoreVersion(
  parts: RestoreParts,
  form: CompiledForm,
  recordId: string,
  asked: { version: string; field?: string | undefined; _version?: number | undefined },
  context: WriteContext,
): Promise<
  | { saved: true; restored: RestoredVersion }
  | Extract<Awaited<ReturnType<FormWriter['update']>>, { saved: false }>
> {
  const { session } = context
  const view = formView(session, form)
  const record = await parts.store.get(view, session, recordId)
  if (!record) throw notFound()
  const version = await versionNamed(parts, session, form, recordId, asked.version)
  const wanted = wantedOf(view, version, asked.field)

  const subs = new Map<string, SubVersion>()
  for (const table of asked.field === undefined ? form.subTables : []) {
    const sub = parts.documents.resolve(table.code)
    if (sub && hasTable(sub))
      subs.set(table.code, await subVersion(parts, session, table, sub, record, version))
  }
  const body: Row = { ...wanted, id: recordId, _version: asked._version }
  for (const [code, { rows }] of subs) if (rows) body[code] = rows
  const lost = new Map([...subs].map(([code, sub]) => [code, sub.lost]))

  const answer = await update(parts, form, body, context, lost)
  if (!answer.saved) return answer
  const kept = await keptParts(parts, session, form, recordId, wanted, subs)
  return { saved: true, restored: { kept: [...new Set(kept)] } }
}

/** What the record is to hold: all of the version, or of one field what stood there before it. */
function wantedOf(view: FormView, { before, after }: StoredChange, field?: string): Row {
  if (field === undefined) return seen(view, after ?? {})
  if (!before || !view.columns.has(field)) throw notFound('版本不存在，或您无权查看')
  return { [field]: before[field] ?? null }
}

async function versionNamed(
  parts: VersionParts,
  session: Session,
  form: CompiledForm,
  recordId: string,
  key: string,
): Promise<StoredChange> {
  const [change] = await changesNamed(parts.pool, session, [key])
  const isOwn = change?.table === form.tableName && change.recordId === recordId
  if (!change?.after || !isOwn || !(await sightOf(parts, session, form, [recordId]))(change))
    throw notFound('版本不存在，或您无权查看')
  return change
}

/** The sub rows of a version, told from what became of them since. */
async function subVersion(
  parts: VersionParts,
  session: Session,
  table: SubTable,
  sub: CompiledForm,
  record: Row,
  version: StoredChange,
): Promise<SubVersion> {
  const view = formView(session, sub)
  const key = keyOf(table, record)
  const as: SubVersion = {
    title: table.title || word(sub, sub.title),
    view,
    rows: null,
    lost: new Map(),
    incomplete: false,
  }
  if (key === '') return as
  // Other rows hung on the record then.
  if (keyOf(table, version.after ?? {}) !== key) return { ...as, incomplete: true }
  const later = await subChangesAfter(parts.pool, session, sub.tableName, table.foreignKey, key, version.id)
  const sees = await sightOf(parts, session, sub, [...new Set(later.map(({ recordId }) => recordId))])
  const first = new Map<string, StoredChange>()
  const last = new Map<string, StoredChange>()
  for (const change of later.filter(sees)) {
    if (!first.has(change.recordId)) first.set(change.recordId, change)
    last.set(change.recordId, change)
  }
  if (first.size === 0) return as

  const now = await rowsNow(parts, session, view, table, key)
  if (now.length > MAX_SUB_ROWS) throw badRequest(`子表最多 ${MAX_SUB_ROWS} 行`)
  const present = new Set(now.map(({ id }) => String(id)))
  const then = (id: string) => first.get(id)?.before ?? null
  const belonged = (id: string) => String(then(id)?.[table.foreignKey] ?? '') === key
  const rows = now.flatMap(({ id, _version }): Row[] => {
    const known = String(id)
    if (!first.has(known)) return [{ id: known }]
    if (belonged(known)) return [{ ...seen(view, then(known) ?? {}), id: known, _version }]
    // Added later: it goes. One that came from another record would be lost.
    if (then(known) === null) return []
    as.incomplete = true
    return [{ id: known }]
  })
  const lost = new Map<string, LostRow>()
  for (const [id, change] of last) {
    if (present.has(id) || !belonged(id)) continue
    // Gone for good, or hanging on another record; secrets are not in the log.
    if (change.after !== null || !change.recycled || hasSecret(view, change.before)) as.incomplete = true
    else {
      lost.set(id, change)
      rows.push({ ...seen(view, then(id) ?? {}), id })
    }
  }
  return { ...as, rows, lost }
}

/** Titles of what is not as it was: fields and sub tables that the user sees. */
async function keptParts(
  { store }: VersionParts,
  session: Session,
  form: CompiledForm,
  recordId: string,
  wanted: Row,
  subs: ReadonlyMap<string, SubVersion>,
): Promise<string[]> {
  const view = formView(session, form)
  const record = await store.get(view, session, recordId)
  if (!record) return []
  const kept = unlike(view, record, wanted)
  for (const table of form.subTables) {
    const sub = subs.get(table.code)
    if (!sub) continue
    if (sub.incomplete) kept.push(sub.title)
    if (!sub.rows) continue
    const now = await rowsNow({ store }, session, sub.view, table, keyOf(table, record))
    const found = new Map(now.map((row) => [String(row.id), row]))
    if (found.size !== sub.rows.length) kept.push(sub.title)
    for (const row of sub.rows)
      for (const title of unlike(sub.view, found.get(String(row.id)) ?? {}, row))
        kept.push(`${sub.title} · ${title}`)
  }
  return kept
}

/** Fields of the document that do not hold what they should. */
function unlike({ columns, form }: FormView, row: Row, wanted: Row): string[] {
  return [...columns.values()].flatMap(({ name, field, title, kind }) => {
    if (!field || field.system || kind === 'binary' || !(name in wanted) || name === form.tree?.hasChild)
      return []
    return plainText(row[name]) === plainText(wanted[name]) ? [] : [title]
  })
}

function rowsNow(
  { store }: Pick<VersionParts, 'store'>,
  session: Session,
  view: FormView,
  { foreignKey }: SubTable,
  key: string,
): Promise<Row[]> {
  const own = { field: foreignKey, rule: 'eq' as const, val: key }
  return store.rows(view, session, [{ own }], [], MAX_SUB_ROWS + 1)
}

function seen({ columns }: FormView, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name) && name !== '_version'))
}

function hasSecret({ form, secrets, all }: FormView, row: Row | null): boolean {
  return form.fields.some(({ name }) => secrets.has(name) && all.has(name) && (row?.[name] ?? null) !== null)
}

function keyOf({ mainField }: SubTable, row: Row): string {
  return String(row[mainField] ?? '')
}
