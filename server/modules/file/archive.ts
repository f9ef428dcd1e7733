import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** Most bytes that one archive holds. */
export const MAX_ARCHIVE_BYTES = 1024 ** 3

/** A file of an archive. */
export interface ArchivedFile {
  name: string
  /** Packed already, so that it is only put in. */
  isPacked: boolean
  open(): Promise<Readable>
}

/** An archive of files under their own names, read one after the other while it is sent. */
export function archiveOf(files: readonly ArchivedFile[]): Readable {
  const zip = new ZipFile()
  // The type of the package is wider than the stream that it makes.
  const stream = zip.outputStream as Readable
  const fail = (error: unknown) => stream.destroy(error as Error)
  let reading: Readable | null = null
  const names = freeNames(files.map(({ name }) => name))
  files.forEach(({ isPacked, open }, at) => {
    zip.addReadStreamLazy(names[at] ?? '', { compress: !isPacked }, (give) => {
      open().then((bytes) => {
        reading = bytes.on('error', fail)
        if (stream.destroyed) bytes.destroy()
        else give(null, bytes)
      }, fail)
    })
  })
  zip.end()
  // Whoever does not wait for the end leaves a file open.
  return stream.once('close', () => reading?.destroy())
}

/** Names that every system can write, the second of a name with a number. */
export function freeNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((given) => {
    const name = given.replaceAll(/[<>:"|?*\\/]/g, '_')
    const [, base = '', ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? []
    let free = name
    for (let serial = 2; taken.has(free.toLowerCase()); serial += 1) free = `${base} (${serial})${ending}`
    taken.add(free.toLowerCase())
    return free
  })
}
