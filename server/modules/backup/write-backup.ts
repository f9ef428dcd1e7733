import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import { errorCode } from '../../database/error-code.ts'
import type { FileStore } from '../file/file-store.ts'
import { FORMAT, FORMAT_VERSION, MANIFEST, type Manifest, Measure, STRUCTURE } from './manifest.ts'
import { addStoredFiles, storedFiles } from './stored-files.ts'
import { type FoundTable, findTables, readStructure } from './structure.ts'

/** Rows that would mean something wrong in a restored system: sessions and codes of the moment. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'platform.sys_session',
  'platform.sys_one_time_secret',
  'platform.sys_login_failure',
])
/** The structure may change between looking and locking; not this often. */
const TRIES = 5

export interface BackupOptions {
  /** A connection of its own; it is used in one transaction that only reads. */
  client: pg.ClientBase
  file: string
  program: string
  keyMark: string | null
  /** Where the bytes of stored files lie. */
  files: Pick<FileStore, 'get'>
  /** Told of each table before its rows are read. */
  onTable?(name: string, at: number, all: number): void
  signal?: AbortSignal
}

/** What was written. */
export interface Backup {
  manifest: Manifest
  size: number
}

/**
 * Writes all rows as they were at one moment, while others go on writing: one transaction reads one snapshot, table by
 * table, straight into the compressed file. The file has its name only when it is whole.
 */
export async function writeBackup(options: BackupOptions): Promise<Backup> {
  const { client, file } = options
  const part = `${file}.part`
  const tables = await beginSnapshot(client)
  try {
    const manifest = await writeArchive(options, part, tables)
    await rename(part, file)
    return { manifest, size: (await stat(file)).size }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

/** Locks come before the snapshot: what a change of a table rewrote in between would look empty. */
async function beginSnapshot(client: pg.ClientBase): Promise<FoundTable[]> {
  for (let tries = 0; tries < TRIES; tries++) {
    const names = (await findTables(client)).map(({ name }) => name)
    if (names.length === 0) throw new Error('数据库是空的，没有可备份的内容')
    await client.query('begin isolation level repeatable read read only')
    // With this path the catalogue writes every name with its schema.
    await client.query(
      'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local search_path = pg_catalog',
    )
    try {
      await client.query(`lock table ${names.join(', ')} in access share mode`)
    } catch (error) {
      await client.query('rollback')
      // A table went in between.
      if (errorCode(error) === '42P01') continue
      throw error
    }
    const locked = await findTables(client)
    if (locked.map(({ name }) => name).join() === names.join()) return locked
    await client.query('rollback')
  }
  throw new Error('数据表结构正在变化，请稍后重试')
}

async function writeArchive(
  { client, program, keyMark, files, onTable, signal }: BackupOptions,
  part: string,
  tables: readonly FoundTable[],
): Promise<Manifest> {
  const structure = Buffer.from(JSON.stringify(await readStructure(client, tables), null, 1))
  const structureSum = new Measure()
  structureSum.resume().end(structure)
  const columns = await columnsOf(client, tables)
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    madeAt: new Date().toISOString(),
    program,
    postgres: await versionOf(client),
    migrations: await migrationsOf(client),
    keyMark,
    structure: { bytes: structure.length, sha256: '' },
    tables: [],
    files: [],
    missingFiles: [],
  }
  const stored = await storedFiles(client, tables)
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream as AsyncIterable<Buffer>)
  // Without this an error of one table would leave the file open for ever.
  zip.on('error', (error: Error) => output.destroy(error))
  zip.addBuffer(structure, STRUCTURE)
  tables.forEach((found, at) => {
    const { schema, table, name, oid } = found
    const file = `rows/${schema}.${encodeURIComponent(table)}.copy`
    const names = columns.get(oid) ?? []
    zip.addReadStreamLazy(file, (give) => {
      signal?.throwIfAborted()
      onTable?.(`${schema}.${table}`, at + 1, tables.length)
      const list = names.map((one) => pg.escapeIdentifier(one)).join(', ')
      const none = LEFT_OUT.has(`${schema}.${table}`) ? ' where false' : ''
      const measure = new Measure()
      measure.on('end', () => {
        manifest.tables.push({
          schema,
          table,
          file,
          columns: names,
          rows: measure.rows,
          bytes: measure.bytes,
          sha256: measure.sha256(),
        })
      })
      const rows = client.query(copyTo(`copy (select ${list} from ${name}${none}) to stdout`))
      pipeline(rows, measure).catch((error: unknown) => output.destroy(error as Error))
      give(null, measure)
    })
  })
  addStoredFiles(zip, stored, files, manifest, { signal, fail: (error) => output.destroy(error) })
  zip.addReadStreamLazy(MANIFEST, (give) => {
    manifest.structure.sha256 = structureSum.sha256()
    give(null, Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]))
  })
  zip.end()
  await pipeline(output, createWriteStream(part, { flags: 'w', mode: 0o600, flush: true }), { signal })
  return manifest
}

/** Columns that hold values of their own; generated ones follow from them. */
async function columnsOf(
  client: pg.ClientBase,
  tables: readonly FoundTable[],
): Promise<ReadonlyMap<number, string[]>> {
  const { rows } = await client.query<{ oid: number; names: string[] }>(
    `select attrelid as oid, array_agg(attname::text order by attnum) as names from pg_attribute
     where attrelid = any($1) and attnum > 0 and not attisdropped and attgenerated = '' group by attrelid`,
    [tables.map(({ oid }) => oid)],
  )
  return new Map(rows.map(({ oid, names }) => [oid, names]))
}

async function versionOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  )
  return rows[0]?.version ?? 0
}

async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from public.expo_migration order by name',
  )
  return rows.map(({ name }) => name)
}
