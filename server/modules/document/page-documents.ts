import { fileNameProblem, isNamedLikeCode } from '#schemas/compile/check/file-name.ts'
import { type References, soundPage } from '#schemas/compile/check-document.ts'
import type { Problem } from '#schemas/compile/model.ts'
import type { CompositeDocument } from '#schemas/page/composite.ts'
import { contentVersion, type DocumentFile, PAGE_FILE } from './document-files.ts'

/** A composite page as the server uses it: the last good version, and what is wrong with the newest. */
export interface PageEntry {
  code: string
  /** Null when no usable version was ever seen. */
  document: CompositeDocument | null
  version: string
  place: string
  problems: readonly Problem[]
  outdated: boolean
  /** Comes with the product. */
  shipped: boolean
}

/** Composite pages by code: the first of a code counts, one that is named like it before others. `before` are those that ran until now. Never throws. */
export function loadPages(
  files: readonly Pick<DocumentFile, 'path' | 'text'>[],
  references: References,
  before: ReadonlyMap<string, PageEntry>,
  isShipped: (place: string) => boolean,
): Map<string, PageEntry> {
  const pages = new Map<string, PageEntry>()
  for (const { path, text } of files) {
    const { document, problems } = soundPage(text, references)
    const kept = [...before.values()].find(({ place }) => place === path)
    const code = document?.code ?? kept?.code ?? codeOfFile(path)
    const found: PageEntry = {
      code,
      document: document ?? kept?.document ?? null,
      // What the text names may come and go, and the page changes with it.
      version: contentVersion(`${text}\n${JSON.stringify(document)}`),
      place: path,
      problems: [...problems, ...(document ? fileNameProblem(path, 'page', document.code, text) : [])],
      outdated: document === null && kept?.document !== undefined && kept.document !== null,
      shipped: isShipped(path),
    }
    const known = pages.get(code)
    if (!known || (isNamedLikeCode(path, 'page', code) && !isNamedLikeCode(known.place, 'page', code)))
      pages.set(code, found)
  }
  return pages
}

function codeOfFile(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').slice(0, -PAGE_FILE.length)
}
