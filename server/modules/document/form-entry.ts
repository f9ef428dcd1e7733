import type { CompiledForm, Problem, SubTable } from '#schemas/compile/model.ts'
import { problemText } from '#schemas/compile/problem-text.ts'
import type { LoadedDocument } from './load-document.ts'

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

/** Whether the newest text says something that is not so. */
export function hasMistake({ outdated, problems }: FormEntry): boolean {
  return !outdated && problems.some(({ severity, code }) => severity === 'error' && code !== 'sync')
}

/** Main forms by the code of the form that they use as a sub table. */
export function mainForms(entries: ReadonlyMap<string, FormEntry>): Map<string, MainForm[]> {
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

/** Codes of which something differs that readers of the documents may have kept. */
export function changedCodes(
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

/** The mistake of a second file with a code that is taken. */
export function duplicate(place: string, first: string): Problem {
  return {
    severity: 'error',
    fatal: false,
    code: 'duplicate-code',
    path: '/code',
    message: `${place} 与 ${first} 的编码相同，只使用后者`,
  }
}

/** What a loaded document becomes: itself, or the version before where nothing of it is usable. `before` is what ran until now. */
export function entryOf(
  document: LoadedDocument,
  before: FormEntry | undefined,
  hasTables: boolean,
): FormEntry {
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
      // Rows that lie elsewhere need no table here.
      synced: !hasTables || document.form.table === null,
    }
  if (before?.form) return { ...before, problems, place, source, outdated: true }
  return { code, form: null, version, source, place, problems, unresolved, outdated: false, synced: false }
}

/** Where problems of documents are told. */
export interface DocumentLog {
  info(message: string): void
  warn(message: string): void
}

/** Tells of each document's problems once, and when they are gone. */
export function report(
  known: ReadonlyMap<string, FormEntry>,
  next: ReadonlyMap<string, FormEntry>,
  log: DocumentLog,
): void {
  for (const entry of next.values()) {
    const before = known.get(entry.code)
    if (before && JSON.stringify(before.problems) === JSON.stringify(entry.problems)) continue
    for (const problem of entry.problems)
      log.warn(problemText(entry.place === 'database' ? `database/${entry.code}` : entry.place, problem))
    if (entry.outdated) log.warn(`${entry.place}: 上一个可用的版本继续使用，直到服务器重启`)
    if (before && before.problems.length > 0 && entry.problems.length === 0)
      log.info(`${entry.place}: 问题已解决`)
  }
}
