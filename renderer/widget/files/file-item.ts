import type { UploadedFile } from '#schemas/api/file.ts'

/** A file of a field: on its way, kept, refused, or taken back by whoever sent it. */
export interface FileItem {
  name: string
  type: string
  size: number
  status: 'uploading' | 'done' | 'error' | 'removed'
  /** Share that has arrived, in percent. */
  percent: number
  /** What the record keeps; empty until it has arrived. */
  path: string
  url: string
  /** Why it was refused. */
  message: string
}

/** A file that is about to be sent. */
export function startedFile({ name, type, size }: File): FileItem {
  return { name, type, size, status: 'uploading', percent: 0, path: '', url: '', message: '' }
}

/** A file that has arrived. */
export function arrivedFile({ name, type, size, path, url }: UploadedFile): FileItem {
  return { name, type, size, status: 'done', percent: 100, path, url, message: '' }
}

/**
 * The files that a stored value names: paths joined by commas, or, as forms of the origin keep them, a list of
 * descriptions, which call three of their parts `fileName`, `filePath` and `fileSize` in some places.
 */
export function fileItems(stored: unknown): FileItem[] {
  if (typeof stored !== 'string') return []
  const text = stored.trim()
  const described = text.startsWith('[') || text.startsWith('{') ? parsed(text) : null
  if (!described) return text.split(',').flatMap((path) => (path === '' ? [] : [itemOf({ path })]))
  return (Array.isArray(described) ? described : [described])
    .filter((one): one is Readonly<Record<string, unknown>> => typeof one === 'object' && one !== null)
    .map(itemOf)
    .filter(({ path }) => path !== '')
}

function itemOf(one: Readonly<Record<string, unknown>>): FileItem {
  const path = textOf(one.path ?? one.filePath ?? one.url)
  return {
    name: textOf(one.name ?? one.fileName) || (path.split('/').at(-1) ?? path),
    type: textOf(one.type),
    size: Number(one.size ?? one.fileSize ?? 0) || 0,
    status: 'done',
    percent: 100,
    path,
    url: textOf(one.url) || (/^https?:\/\//i.test(path) ? path : ''),
    message: '',
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
