import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { soundDict } from '#schemas/compile/check-document.ts'

/** Ending of the files that hold form documents. */
export const FORM_FILE = '.form.json'

/** Ending of the files that hold composite pages. */
export const PAGE_FILE = '.page.json'

const DICT_FILE = '.dict.json'
const REPORT_FILE = '.report.json'
const ENDINGS = [FORM_FILE, PAGE_FILE, DICT_FILE, REPORT_FILE] as const

/** A document as it lies in a folder. */
export interface DocumentFile {
  path: string
  text: string
  /** Hash of the text. */
  version: string
}

interface Known {
  fingerprint: string
  file: DocumentFile
  /** Code of a usable dictionary or report. */
  code: string | null
}

/** Finds documents in folders; a file is read again only when its size or time changed. */
export function createDocumentFiles(dirs: readonly string[]) {
  const known = new Map<string, Known>()

  return {
    /** All form and page files now, ordered by folder and path; `changed` tells whether anything differs from the last time. */
    async read(): Promise<{
      files: readonly DocumentFile[]
      pages: readonly DocumentFile[]
      /** Codes of usable kept dictionaries that lie in the folders. */
      dictCodes: ReadonlySet<string>
      reportCodes: ReadonlySet<string>
      changed: boolean
      unreadable: readonly { path: string; reason: string }[]
    }> {
      let changed = false
      const files: DocumentFile[] = []
      const pages: DocumentFile[] = []
      const unreadable: { path: string; reason: string }[] = []
      const seen = new Set<string>()
      const dictCodes = new Set<string>()
      const reportCodes = new Set<string>()
      for (const dir of dirs) {
        for (const path of await documentPaths(dir, unreadable)) {
          if (seen.has(path)) continue
          seen.add(path)
          try {
            const { mtimeMs, size, ino } = await stat(path)
            const fingerprint = `${mtimeMs} ${size} ${ino}`
            const before = known.get(path)
            const isSame = before?.fingerprint === fingerprint
            const now = isSame ? before : { fingerprint, ...(await readDocument(path)) }
            if (before?.file.version !== now.file.version) changed = true
            known.set(path, now)
            if (path.endsWith(FORM_FILE)) files.push(now.file)
            else if (path.endsWith(PAGE_FILE)) pages.push(now.file)
            else if (now.code !== null) (path.endsWith(DICT_FILE) ? dictCodes : reportCodes).add(now.code)
          } catch (error) {
            // A file may vanish between the listing and the reading: that is a change like any other.
            unreadable.push({ path, reason: error instanceof Error ? error.message : String(error) })
          }
        }
      }
      for (const path of known.keys()) {
        if (seen.has(path)) continue
        known.delete(path)
        changed = true
      }
      return { files, pages, dictCodes, reportCodes, changed, unreadable }
    },
  }
}

/** Version of a document: the hash of its text. */
export function contentVersion(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

async function readDocument(path: string): Promise<Omit<Known, 'fingerprint'>> {
  const text = await readFile(path, 'utf8')
  const file = { path, text, version: contentVersion(text) }
  if (path.endsWith(DICT_FILE)) {
    const { document, problems } = soundDict(text)
    const isUsable = !problems.some(({ severity }) => severity === 'error')
    return { file, code: isUsable ? (document?.code ?? null) : null }
  }
  return { file, code: path.endsWith(REPORT_FILE) ? basename(path).slice(0, -REPORT_FILE.length) : null }
}

async function documentPaths(dir: string, unreadable: { path: string; reason: string }[]): Promise<string[]> {
  try {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    return entries
      .filter(
        (entry) =>
          entry.isFile() &&
          ENDINGS.some((ending) => entry.name.endsWith(ending)) &&
          !entry.parentPath.includes('node_modules'),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  } catch (error) {
    unreadable.push({ path: dir, reason: error instanceof Error ? error.message : String(error) })
    return []
  }
}
