import { createHash, type Hash } from 'node:crypto'
import { Transform } from 'node:stream'
import { type Static, Type } from 'typebox'

export const FORMAT = 'expo-back-office-backup'
/** Raised when an older program could not read what is written; 1 had no files. */
export const FORMAT_VERSION = 2
export const MANIFEST = 'manifest.json'
export const STRUCTURE = 'structure.json'

const text = Type.String()
const sum = { bytes: Type.Integer(), sha256: text }

/** What an archive says of itself; its last entry, since the sums are known at the end only. */
export const manifestShape = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Integer(),
  madeAt: text,
  program: text,
  /** Main version of PostgreSQL. */
  postgres: Type.Integer(),
  /** Migrations that the database had run. */
  migrations: Type.Array(text),
  /** Names the key of sealed secrets without telling it; null where nothing was sealed yet. */
  keyMark: Type.Union([text, Type.Null()]),
  structure: Type.Object(sum),
  tables: Type.Array(
    Type.Object({
      schema: text,
      table: text,
      file: text,
      columns: Type.Array(text),
      rows: Type.Integer(),
      ...sum,
    }),
  ),
  /** Stored files and their small pictures. */
  files: Type.Optional(Type.Array(Type.Object({ path: text, type: text, file: text, ...sum }))),
  /** Files that the table names, but that were not in the store any more. */
  missingFiles: Type.Optional(Type.Array(text)),
})
export type Manifest = Static<typeof manifestShape>

/** Passes bytes on and counts them: rows are lines, as COPY writes them. */
export class Measure extends Transform {
  bytes = 0
  rows = 0
  readonly #hash: Hash = createHash('sha256')
  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error: Error | null, chunk: Buffer) => void,
  ): void {
    this.bytes += chunk.length
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.rows++
    this.#hash.update(chunk)
    done(null, chunk)
  }
  /** To be asked once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}
