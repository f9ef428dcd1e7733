import { join } from 'node:path'
import type { Pool } from 'pg'
import type { References } from '#schemas/compile/check-document.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { problemText } from '#schemas/compile/problem-text.ts'
import type { SyncPlan } from '../table-structure/sync-plan.ts'
import { applySync, readPlan, type SyncMode, type SyncResult } from '../table-structure/table-sync.ts'
import { createDocumentFiles, type DocumentFile, PAGE_FILE } from './document-files.ts'
import { bringIntoLine, groupByTable, synchronised, tableOf } from './entry-tables.ts'
import {
  changedCodes,
  type DocumentLog,
  duplicate,
  entryOf,
  type FormEntry,
  type MainForm,
  mainForms,
  report,
} from './form-entry.ts'
import { createReferenceReader, outerCodes } from './known-references.ts'
import {
  createDocumentCompiler,
  type DocumentSource,
  type LoadedDocument,
  namedCode,
} from './load-document.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { loadPages, type PageEntry } from './page-documents.ts'

/** Where processes tell each other that documents in the database changed. */
export const DOCUMENTS_CHANGED = 'documents_changed'

/** All form documents of the running server. */
export interface Documents {
  /** By code, or by table name (then the document that owns the table); null when there is none. */
  resolve(name: string): CompiledForm | null
  entry(name: string): FormEntry | null
  /** A composite page; null when there is none, or a form has its code. */
  page(code: string): PageEntry | null
  entries(): readonly FormEntry[]
  pages(): readonly PageEntry[]
  /** What documents may point to, as of the last load. */
  references(): References
  /** Main forms in which the form is a sub table. */
  mainsOf(code: string): readonly MainForm[]
  /** Reads everything again and brings tables into line as far as no value is touched. */
  reload(): Promise<void>
  planOf(name: string): Promise<SyncPlan | null>
  sync(name: string, mode: SyncMode): Promise<SyncResult | null>
  /** Called with the codes that changed, after tables were brought into line. */
  onChange(handler: (codes: readonly string[]) => void): void
  close(): void
}

/** Where documents come from, and who is told. */
export interface DocumentOptions {
  /** The product's own first: documents in its folder `system` may keep tables of the platform. */
  dirs: readonly string[]
  /** Null where documents are only looked at (no tables, no database copies). */
  pool: Pool | null
  log?: DocumentLog
  onChange?: (codes: readonly string[]) => void
  /** In development: look at the folders this often (ms). */
  watchEveryMs?: number
}

/** Loads the form documents of folders and database, and keeps them up to date. */
export async function createDocuments(options: DocumentOptions): Promise<Documents> {
  const { pool } = options
  const log = options.log ?? { info: () => undefined, warn: () => undefined }
  const files = createDocumentFiles(options.dirs)
  const handlers: ((codes: readonly string[]) => void)[] = options.onChange ? [options.onChange] : []
  const shipped = join(options.dirs[0] ?? '', 'system', '/')
  const isShipped = ({ source, place }: DocumentSource) => source === 'file' && place.startsWith(shipped)
  let byCode = new Map<string, FormEntry>()
  let byTable = new Map<string, FormEntry>()
  let mains = new Map<string, MainForm[]>()
  const compiled = createDocumentCompiler(isShipped)
  const reader = createReferenceReader(pool !== null)
  let references: References = {}
  let pages = new Map<string, PageEntry>()
  /** Database copies, dictionaries and reports, as they were at the last load. */
  let outerState = ''
  let closed = false

  async function load(): Promise<void> {
    const folder = await files.read()
    const { forms: kept, pages: keptPages } = pool ? await databaseDocuments(pool) : { forms: [], pages: [] }
    const outer = await outerCodes(pool, folder)
    const state = JSON.stringify([
      kept.map(({ code, text }) => [code, text]),
      keptPages.map(({ path, text }) => [path, text]),
      [...outer.dicts].sort(),
      [...outer.reports].sort(),
      [...(outer.fillRules ?? [])].sort(),
      [...(outer.roles ?? [])].sort(),
    ])
    if (!folder.changed && state === outerState && byCode.size > 0) return
    outerState = state
    for (const { path, reason } of folder.unreadable) log.warn(`${path}: ${reason}`)

    // A database copy overrides the file of the same code, so it is looked at first.
    const sources: DocumentSource[] = [
      ...kept,
      ...folder.files.map(({ path, text }) => ({ text, place: path, source: 'file' as const })),
    ]
    sources.sort((a, b) => Number(reader.isStray(a)) - Number(reader.isStray(b)))
    const referred = reader.referred(
      sources,
      outer,
      (source) => entryBefore(namedCode(source), source)?.form?.document,
    )
    references = referred.references
    const next = entriesOf(
      sources.map((source) => compiled(source, referred)),
      (document) => entryOf(document, entryBefore(document.code, document), pool !== null),
    )
    const tables = groupByTable(next)
    if (pool) await bringIntoLine(pool, next, byCode, tables)
    const changed = changedCodes(byCode, next)
    report(byCode, next, log)
    byCode = next
    byTable = new Map(
      [...tables].flatMap(([table, owners]) =>
        owners[0] ? [[table, next.get(owners[0].code) ?? owners[0]]] : [],
      ),
    )
    mains = mainForms(next)
    changed.push(...loadComposites([...keptPages, ...folder.pages]))
    for (const handler of handlers) handler(changed)
  }

  /** Composite pages name forms, so they are read after them; the codes that changed. */
  function loadComposites(found: readonly Pick<DocumentFile, 'path' | 'text'>[]): string[] {
    const before = pages
    pages = loadPages(found, references, before, (place) => place.startsWith(shipped))
    references = {
      ...references,
      pages: new Map(
        [...pages.values()].flatMap(({ code, document }) => (document ? [[code, document.left.form]] : [])),
      ),
    }
    for (const { place, problems, version, code } of pages.values())
      if (before.get(code)?.version !== version)
        for (const problem of problems) log.warn(problemText(place, problem))
    return [...new Set([...before.keys(), ...pages.keys()])].filter(
      (code) => before.get(code)?.version !== pages.get(code)?.version,
    )
  }

  /** What ran until now under a code, or came from the same file. */
  function entryBefore(code: string, { place }: Pick<DocumentSource, 'place'>): FormEntry | undefined {
    return (
      byCode.get(code) ??
      [...byCode.values()].find((entry) => entry.place === place && entry.source === 'file')
    )
  }

  function find(name: string): FormEntry | null {
    return byCode.get(name) ?? byTable.get(name) ?? null
  }

  async function sync(name: string, mode: SyncMode): Promise<SyncResult | null> {
    const entry = find(name)
    const owners = entry?.form && groupByTable(byCode).get(entry.form.tableName)
    const wanted = owners && tableOf(owners)
    if (!pool || !owners || !wanted) return null
    const result = await applySync(pool, owners[0]?.code ?? name, wanted, mode)
    for (const owner of owners) {
      const current = byCode.get(owner.code)
      if (current) byCode.set(owner.code, synchronised(current, result))
    }
    byTable = new Map([...byTable].map(([table, owner]) => [table, byCode.get(owner.code) ?? owner]))
    for (const handler of handlers) handler(owners.map(({ code }) => code))
    return result
  }

  const reload = oneAtATime(async () => {
    if (!closed) await load()
  })
  await reload()
  const timer = options.watchEveryMs
    ? setInterval(() => {
        reload().catch((error: unknown) =>
          log.warn(`documents: ${error instanceof Error ? error.message : String(error)}`),
        )
      }, options.watchEveryMs)
    : null
  timer?.unref()

  return {
    resolve: (name) => find(name)?.form ?? null,
    entry: find,
    page: (code) => (byCode.has(code) ? null : (pages.get(code) ?? null)),
    entries: () => [...byCode.values()],
    pages: () => [...pages.values()].filter(({ code }) => !byCode.has(code)),
    references: () => references,
    mainsOf: (code) => mains.get(code) ?? [],
    reload,
    async planOf(name) {
      const entry = find(name)
      const owners = entry?.form && groupByTable(byCode).get(entry.form.tableName)
      const wanted = owners && tableOf(owners)
      return pool && wanted ? readPlan(pool, wanted) : null
    },
    sync,
    onChange: (handler) => handlers.push(handler),
    close() {
      closed = true
      if (timer) clearInterval(timer)
    },
  }
}

/** Copies that the database keeps. */
async function databaseDocuments(
  pool: Pool,
): Promise<{ forms: DocumentSource[]; pages: Pick<DocumentFile, 'path' | 'text'>[] }> {
  const { rows } = await pool.query<{ kind: string; code: string; body: string }>(
    "select kind, code, body from platform.document where kind in ('form', 'page') order by code",
  )
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted)
  return {
    forms: of('form').map(({ code, body }) => ({ text: body, place: 'database', source: 'database', code })),
    // Named like files, so that their names say their codes.
    pages: of('page').map(({ code, body }) => ({ path: `database/${code}${PAGE_FILE}`, text: body })),
  }
}

/** Documents by their codes; the first one of a code counts, and is told of a second file. */
function entriesOf(
  documents: readonly LoadedDocument[],
  entry: (document: LoadedDocument) => FormEntry,
): Map<string, FormEntry> {
  const entries = new Map<string, FormEntry>()
  for (const document of documents) {
    const known = entries.get(document.code)
    if (!known) entries.set(document.code, entry(document))
    else if (known.source === 'file')
      entries.set(document.code, {
        ...known,
        problems: [...known.problems, duplicate(document.place, known.place)],
      })
  }
  return entries
}
