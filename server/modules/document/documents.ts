import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { isNamedLikeCode } from '#schemas/compile/check/file-name.ts'
import { type References, soundDocument } from '#schemas/compile/check-document.ts'
import type { CompiledForm, Problem, SubTable, TableDefinition } from '#schemas/compile/model.ts'
import { problemText } from '#schemas/compile/problem-text.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { PLATFORM_TABLES } from '../dict/platform-sources.ts'
import { mergeTables } from '../table-structure/merge-tables.ts'
import type { SyncPlan } from '../table-structure/sync-plan.ts'
import type { SyncStep } from '../table-structure/sync-step.ts'
import {
  applySync,
  applySyncs,
  readPlan,
  type SyncMode,
  type SyncResult,
} from '../table-structure/table-sync.ts'
import { createDocumentFiles } from './document-files.ts'
import { type DocumentSource, type LoadedDocument, loadDocument, namedCode } from './load-document.ts'

/** A form document as the server uses it: the last good version, and what is wrong with the newest. */
export interface FormEntry {
  code: string
  /** Null when no usable version was ever seen. */
  form: CompiledForm | null
  /** Hash of the text that `form` was made from, and of what became of it: what it points to may come and go. */
  version: string
  source: 'file' | 'database'
  /** File path, or `database`. */
  place: string
  problems: readonly Problem[]
  /** Fields whose choices come from something that is missing. */
  unresolved: readonly string[]
  /** The newest text is unusable; `form` is the version before. */
  outdated: boolean
  /** False while the table does not match the document. */
  synced: boolean
}

/** A main form that uses a form as its sub table. */
export interface MainForm {
  main: CompiledForm
  sub: SubTable
}

/** All form documents of the running server. */
export interface Documents {
  /** By code, or by table name (then the document that owns the table); null when there is none. */
  resolve(name: string): CompiledForm | null
  entry(name: string): FormEntry | null
  entries(): readonly FormEntry[]
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
  dirs: readonly string[]
  /** Null where documents are only looked at (no tables, no database copies). */
  pool: Pool | null
  log?: { info(message: string): void; warn(message: string): void }
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
  let byCode = new Map<string, FormEntry>()
  let byTable = new Map<string, FormEntry>()
  let mains = new Map<string, MainForm[]>()
  /** Last result per place: compiling again what did not change would cost every reload. */
  const loaded = new Map<string, { text: string; state: string; document: LoadedDocument }>()
  const firstLooks = new Map<string, FormDocument | null>()
  let references: References = {}
  /** Database copies, dictionaries and reports, as they were at the last load. */
  let outerState = ''
  let running: Promise<void> | null = null
  let again = false
  let closed = false

  async function databaseDocuments(): Promise<DocumentSource[]> {
    if (!pool) return []
    const { rows } = await pool.query<{ code: string; body: string }>(
      "select code, body from platform.document where kind = 'form' order by code",
    )
    return rows.map(({ code, body }) => ({ text: body, place: 'database', source: 'database', code }))
  }

  async function load(): Promise<void> {
    const folder = await files.read()
    const kept = await databaseDocuments()
    const dicts = await dictCodes(folder.dictCodes)
    const state = JSON.stringify([
      kept.map(({ code, text }) => [code, text]),
      [...dicts].sort(),
      [...folder.reportCodes].sort(),
    ])
    if (!folder.changed && state === outerState && byCode.size > 0) return
    outerState = state
    for (const { path, reason } of folder.unreadable) log.warn(`${path}: ${reason}`)

    const next = new Map<string, FormEntry>()
    // A database copy overrides the file of the same code, so it is looked at first.
    const sources: DocumentSource[] = [
      ...kept,
      ...folder.files.map(({ path, text }) => ({ text, place: path, source: 'file' as const })),
    ]
    sources.sort((a, b) => Number(isStray(a)) - Number(isStray(b)))
    const referred = referencesOf(sources, dicts, folder.reportCodes)
    references = referred.references
    for (const source of sources) {
      const document = compiled(source, referred)
      const known = next.get(document.code)
      if (!known) {
        next.set(document.code, entryOf(document))
        continue
      }
      if (known.source === 'file')
        next.set(document.code, {
          ...known,
          problems: [...known.problems, duplicate(document.place, known.place)],
        })
    }
    const tables = groupByTable(next)
    await bringIntoLine(next, tables)
    const changed = changedCodes(byCode, next)
    report(next)
    byCode = next
    byTable = new Map(
      [...tables].flatMap(([table, owners]) =>
        owners[0] ? [[table, next.get(owners[0].code) ?? owners[0]]] : [],
      ),
    )
    mains = mainForms(next)
    for (const handler of handlers) handler(changed)
  }

  function compiled(source: DocumentSource, referred: Referred): LoadedDocument {
    const key = placeOf(source)
    const known = loaded.get(key)
    if (known?.text === source.text && known.state === referred.state) return known.document
    const before = known?.text === source.text ? known.document : null
    const document = loadDocument(source, referred.references, before)
    loaded.set(key, { text: source.text, state: referred.state, document })
    return document
  }

  /** A document by itself: its code, and what others may point to. */
  function firstLook(text: string): FormDocument | null {
    const known = firstLooks.get(text)
    if (known !== undefined) return known
    const { document } = soundDocument(text)
    firstLooks.set(text, document)
    return document
  }

  /** A copy under another name must not take the place of the file that is named like the code. */
  function isStray({ source, place, text }: DocumentSource): boolean {
    const code = source === 'file' ? firstLook(text)?.code : undefined
    return code !== undefined && !isNamedLikeCode(place, 'form', code)
  }

  /** What documents may point to. Forms are read once without, to know which there are. */
  function referencesOf(
    sources: readonly DocumentSource[],
    dicts: ReadonlySet<string>,
    reports: ReadonlySet<string>,
  ): Referred {
    const forms = new Map<string, FormDocument>()
    const hash = createHash('sha256').update(JSON.stringify([[...dicts].sort(), [...reports].sort()]))
    const unusable = new Set<string>()
    for (const source of sources) {
      hash.update(source.text)
      const first = firstLook(source.text)
      // While a text is broken its last good version runs, and whoever points to it goes on doing so.
      const usable = first ?? entryBefore(namedCode(source), source)?.form?.document
      if (usable) {
        if (!forms.has(usable.code)) forms.set(usable.code, usable)
      } else unusable.add(namedCode(source))
    }
    for (const text of firstLooks.keys())
      if (!sources.some((source) => source.text === text)) firstLooks.delete(text)
    return {
      references: { forms, unusable, sources: PLATFORM_SOURCES, reports, ...(pool ? { dicts } : {}) },
      state: hash.digest('hex'),
    }
  }

  /** Kept dictionaries: usable ones in the folders come into the database later than the documents at the first start. */
  async function dictCodes(inFolders: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (!pool) return inFolders
    const { rows } = await pool.query<{ dict_code: string }>(
      'select dict_code from platform.sys_dict where del_flag = 0',
    )
    return new Set([...inFolders, ...rows.map((row) => row.dict_code)])
  }

  /** What ran until now under a code, or came from the same file. */
  function entryBefore(code: string, { place }: Pick<DocumentSource, 'place'>): FormEntry | undefined {
    return (
      byCode.get(code) ??
      [...byCode.values()].find((entry) => entry.place === place && entry.source === 'file')
    )
  }

  function entryOf(document: LoadedDocument): FormEntry {
    const before = entryBefore(document.code, document)
    const { code, version, source, place, problems, unresolved } = document
    if (document.form)
      return {
        code,
        form: document.form,
        version,
        source,
        place,
        problems,
        unresolved,
        outdated: false,
        synced: pool === null,
      }
    if (before?.form) return { ...before, problems, place, source, outdated: true }
    return { code, form: null, version, source, place, problems, unresolved, outdated: false, synced: false }
  }

  /** Creates and widens tables; what would touch a value waits for somebody to decide. */
  async function bringIntoLine(
    next: Map<string, FormEntry>,
    tables: Map<string, FormEntry[]>,
  ): Promise<void> {
    if (!pool) return
    const wanted = [...tables].flatMap(([table, owners]) => {
      const unchanged = owners.every((owner) => {
        const before = byCode.get(owner.code)
        return before?.version === owner.version && before.synced
      })
      const definition = tableOf(owners)
      // A misspelt keyword must not change a column that is there: it would have to be changed back.
      const mode = owners.some(hasMistake) ? ('cautious' as const) : ('additive' as const)
      return definition && !unchanged ? [{ code: owners[0]?.code ?? table, wanted: definition, mode }] : []
    })
    const results = await applySyncs(pool, wanted)
    for (const [table, owners] of tables) {
      const result = results.get(table)
      for (const owner of owners) {
        const entry = next.get(owner.code)
        if (!entry) continue
        next.set(owner.code, result === undefined ? { ...entry, synced: true } : synchronised(entry, result))
      }
    }
  }

  function report(next: Map<string, FormEntry>): void {
    for (const entry of next.values()) {
      const before = byCode.get(entry.code)
      if (before && JSON.stringify(before.problems) === JSON.stringify(entry.problems)) continue
      for (const problem of entry.problems)
        log.warn(problemText(entry.place === 'database' ? `database/${entry.code}` : entry.place, problem))
      if (entry.outdated) log.warn(`${entry.place}: 上一个可用的版本继续使用，直到服务器重启`)
      if (before && before.problems.length > 0 && entry.problems.length === 0)
        log.info(`${entry.place}: 问题已解决`)
    }
  }

  /** One load at a time; a call during a load makes one more afterwards. */
  function reload(): Promise<void> {
    if (running) {
      again = true
      return running
    }
    running = (async () => {
      do {
        again = false
        await load()
      } while (again && !closed)
    })().finally(() => {
      running = null
    })
    return running
  }

  function find(name: string): FormEntry | null {
    return byCode.get(name) ?? byTable.get(name) ?? null
  }

  async function sync(name: string, mode: SyncMode): Promise<SyncResult | null> {
    const entry = find(name)
    const owners = entry?.form && groupByTable(byCode).get(entry.form.table.name)
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
    entries: () => [...byCode.values()],
    references: () => references,
    mainsOf: (code) => mains.get(code) ?? [],
    reload,
    async planOf(name) {
      const entry = find(name)
      const owners = entry?.form && groupByTable(byCode).get(entry.form.table.name)
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

/** Tables of the platform that documents may name. */
const PLATFORM_SOURCES: ReadonlySet<string> = new Set(Object.keys(PLATFORM_TABLES))

/** What documents may point to, and a hash of it. */
interface Referred {
  references: References
  state: string
}

function placeOf(source: DocumentSource): string {
  return `${source.place} ${source.code ?? ''}`
}

/** Documents by the table they share; the owner (named like the table, else the first) stands first. */
function groupByTable(entries: ReadonlyMap<string, FormEntry>): Map<string, FormEntry[]> {
  const tables = new Map<string, FormEntry[]>()
  for (const entry of entries.values()) {
    if (!entry.form) continue
    const table = entry.form.table.name
    const sharers = tables.get(table) ?? []
    if (entry.code === table) sharers.unshift(entry)
    else sharers.push(entry)
    tables.set(table, sharers)
  }
  return tables
}

function tableOf(owners: readonly FormEntry[]): TableDefinition | null {
  const [owner, ...views] = owners.flatMap((entry) => (entry.form ? [entry.form.table] : []))
  return owner ? mergeTables(owner, views) : null
}

function hasMistake({ outdated, problems }: FormEntry): boolean {
  return !outdated && problems.some(({ severity, code }) => severity === 'error' && code !== 'sync')
}

/** What a step that waits means for who wrote the document. */
function pendingText(entry: FormEntry, step: SyncStep): string {
  const reason = step.blocked ? `（${step.blocked.reason}）` : ''
  const renamed =
    step.kind === 'park-column' ? `。若该字段只是改名，请在新字段中写上 "id": "${step.column}"` : ''
  // What waits may be nothing but the consequence of a typing mistake.
  const how = hasMistake(entry)
    ? '。文档有错误，请先改正，再决定是否同步'
    : `。由可设计表单的用户调用 POST …/online/cgform/api/doDbSynch/${entry.code}/normal 执行`
  return `数据表待同步：${step.title}${reason}${renamed}${how}`
}

function synchronised(entry: FormEntry, result: SyncResult | Error): FormEntry {
  const problems = entry.problems.filter((problem) => problem.code !== 'sync')
  const problem = (message: string): Problem => ({
    severity: 'warning',
    fatal: false,
    code: 'sync',
    path: '',
    message,
  })
  if (result instanceof Error)
    return { ...entry, synced: false, problems: [...problems, problem(`数据表同步失败：${result.message}`)] }
  return {
    ...entry,
    synced: result.pending.length === 0,
    problems: [...problems, ...result.pending.map((step) => problem(pendingText(entry, step)))],
  }
}

function mainForms(entries: ReadonlyMap<string, FormEntry>): Map<string, MainForm[]> {
  const mains = new Map<string, MainForm[]>()
  for (const { form } of entries.values()) {
    for (const sub of form?.subTables ?? []) {
      const list = mains.get(sub.code) ?? []
      if (form) list.push({ main: form, sub })
      mains.set(sub.code, list)
    }
  }
  return mains
}

function changedCodes(
  before: ReadonlyMap<string, FormEntry>,
  next: ReadonlyMap<string, FormEntry>,
): string[] {
  const codes = new Set([...before.keys(), ...next.keys()])
  return [...codes].filter((code) => {
    const old = before.get(code)
    const now = next.get(code)
    return (
      old?.version !== now?.version ||
      old?.form !== now?.form ||
      old?.problems.length !== now?.problems.length ||
      old?.synced !== now?.synced
    )
  })
}

function duplicate(place: string, first: string): Problem {
  return {
    severity: 'error',
    fatal: false,
    code: 'duplicate-code',
    path: '/code',
    message: `${place} 与 ${first} 的编码相同，只使用后者`,
  }
}
