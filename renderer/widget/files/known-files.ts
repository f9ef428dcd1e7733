import type { FileDescription, UploadedFile } from '#schemas/api/file.ts'
import type { Row } from '#schemas/compile/model.ts'
import { fileItems } from './file-item.ts'

/** More than a day's work of uploads; the oldest go first. */
const KEPT = 1000
/** What this page has uploaded: a record describes its files only after it has been saved and read again. */
const uploaded = new Map<string, FileDescription>()

/** Keeps what the server said of an upload, until the page is left. */
export function rememberUpload({ path, ...file }: UploadedFile): void {
  uploaded.set(path, file)
  const oldest = uploaded.size > KEPT ? uploaded.keys().next().value : undefined
  if (oldest !== undefined) uploaded.delete(oldest)
}

/** What is known of the files that a field of the row names: from the row, from an upload, from the value itself. */
export function knownFiles(
  row: Readonly<Row>,
  field?: string,
): (path: string) => FileDescription | undefined {
  const answered = row._files
  const files =
    typeof answered === 'object' && answered !== null
      ? (answered as unknown as Readonly<Record<string, FileDescription>>)
      : {}
  const items = field === undefined ? [] : fileItems(row[field])
  return (path) => {
    const known = (Object.hasOwn(files, path) ? files[path] : undefined) ?? uploaded.get(path)
    if (known) return known
    const item = items.find((one) => one.path === path)
    if (!item || item.url === '') return undefined
    const { name, size, type, url } = item
    return { name, size, type, url }
  }
}

/** Where all kept files of a field are had in one archive; undefined where it names no two of this server. */
export function zipAddress(row: Readonly<Row>, field: string): string | undefined {
  const zips = row._zips
  if (typeof zips !== 'object' || zips === null || !Object.hasOwn(zips, field)) return undefined
  const address = (zips as unknown as Readonly<Record<string, unknown>>)[field]
  return typeof address === 'string' ? address : undefined
}
