import type { Readable } from 'node:stream'

/** A file that has arrived whole, in the folder of arrivals. */
export interface ArrivedFile {
  /** Where it lies; whoever keeps it takes it from there. */
  file: string
  size: number
  /** Hex. */
  sha256: string
  type: string
}

/** First and last byte of a part, both counted from 0. */
export interface ByteRange {
  from: number
  to: number
}

/** Where the bytes of files lie. Paths are made by this server and never come from a caller. */
export interface FileStore {
  /** Keeps a file under a path that is not taken; it is there whole or not at all. */
  put(path: string, arrived: ArrivedFile): Promise<void>
  /** Its bytes, or a part of them; null where there are none. */
  get(path: string, range?: ByteRange): Promise<Readable | null>
  exists(path: string): Promise<boolean>
  /** Removes what is there. */
  remove(path: string): Promise<void>
}
