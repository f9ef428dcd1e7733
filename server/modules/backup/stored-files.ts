import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import type { ZipFile } from 'yazl'
import { receive } from '../file/arrival.ts'
import type { FileStore } from '../file/file-store.ts'
import { isFilePath } from '../file/named-files.ts'
import { fileOfThumb, THUMB_TYPE, thumbOf } from '../file/thumb-path.ts'
import { type Manifest, Measure } from './manifest.ts'
import type { FoundTable } from './structure.ts'

/** A file of the store, as the rows of the snapshot name it. */
export interface StoredFile {
  path: string
  type: string
}

/** Where files are put back: the store, and a folder in which they arrive. */
export interface FilePlace {
  store: FileStore
  folder: string
}

/** Files that the rows of the snapshot name, with their small pictures; none before there were files. */
export async function storedFiles(client: ClientBase, tables: readonly FoundTable[]): Promise<StoredFile[]> {
  if (!tables.some(({ schema, table }) => schema === 'platform' && table === 'sys_file')) return []
  const { rows } = await client.query<StoredFile & { thumb: boolean }>(
    'select path, content_type as type, thumb from platform.sys_file order by path',
  )
  return rows.flatMap(({ path, type, thumb }) => [
    { path, type },
    ...(thumb ? [{ path: thumbOf(path), type: THUMB_TYPE }] : []),
  ])
}

/** Adds the bytes of files to an archive. A file that was swept since the snapshot is named in the manifest, and no reason to fail. */
export function addStoredFiles(
  zip: ZipFile,
  stored: readonly StoredFile[],
  store: Pick<FileStore, 'get'>,
  manifest: Manifest,
  { signal, fail }: { signal: AbortSignal | undefined; fail(error: Error): void },
): void {
  for (const { path, type } of stored) {
    const file = `files/${path}`
    // What is a picture has been made small already.
    zip.addReadStreamLazy(file, { compress: !type.startsWith('image/') }, (give) => {
      signal?.throwIfAborted()
      store.get(path).then(
        (bytes) => {
          if (bytes === null) manifest.missingFiles?.push(path)
          const measure = new Measure()
          if (bytes !== null)
            measure.on('end', () =>
              manifest.files?.push({ path, type, file, bytes: measure.bytes, sha256: measure.sha256() }),
            )
          pipeline(bytes ?? Readable.from([]), measure).catch(fail)
          give(null, measure)
        },
        (error: unknown) => fail(error as Error),
      )
    })
  }
}

/** True for paths that this server makes: an archive may come from anywhere. */
export function isStoredPath(path: string): boolean {
  return isFilePath(fileOfThumb(path) ?? path)
}

/** Puts the files of an archive into the store; those that are there already stay. `put` grows with each path, so that they can be taken back. */
export async function putStoredFiles(
  { manifest, read }: { manifest: Manifest; read(entry: string): Promise<Readable> },
  { store, folder }: FilePlace,
  put: string[],
): Promise<void> {
  for (const { path, type, file } of manifest.files ?? []) {
    if (await store.exists(path)) continue
    const arrival = await receive(await read(file), folder)
    put.push(path)
    try {
      await store.put(path, { ...arrival, type })
    } finally {
      // A bucket takes a copy.
      await rm(arrival.file, { force: true })
    }
  }
}
