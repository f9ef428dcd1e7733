import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { type Entry, open, type ZipFile } from 'yauzl'
import { StartError } from '../../start-error.ts'
import {
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
  Measure,
  manifestShape,
  STRUCTURE,
} from './manifest.ts'
import { isStoredPath } from './stored-files.ts'
import { type Structure, structureShape } from './structure.ts'

/** Sizes of what is read as a whole. */
const MAX_MANIFEST = 50_000_000

/** An archive that was looked through and found whole. */
export interface OpenBackup {
  manifest: Manifest
  structure: Structure
  /** An entry: rows of a table, as COPY takes them, or the bytes of a file. */
  read(entry: string): Promise<Readable>
  close(): void
}

/** Opens an archive and reads all of it once: what is damaged or not for this program is refused before anything is written. */
export async function openBackup(file: string, known: readonly string[]): Promise<OpenBackup> {
  const zip = await openZip(file)
  try {
    const entries = await entriesOf(zip)
    const stream = async (name: string): Promise<Readable> => {
      const entry = entries.get(name)
      if (!entry) throw damaged(`缺少 ${name}`)
      return zip.openReadStreamPromise(entry)
    }
    const manifest = await readManifest(stream, entries)
    refuseForeign(manifest, known)
    const structure = await readJson<Structure>(stream, STRUCTURE, structureShape, manifest.structure.sha256)
    for (const table of manifest.tables) {
      const measure = new Measure()
      await pipeline(await stream(table.file), measure, nowhere())
      if (measure.sha256() !== table.sha256 || measure.rows !== table.rows)
        throw damaged(`${table.schema}.${table.table} 的内容与校验和不符`)
    }
    for (const { path, file, sha256 } of manifest.files ?? []) {
      if (!isStoredPath(path)) throw damaged(`文件路径 ${path} 不正确`)
      const measure = new Measure()
      await pipeline(await stream(file), measure, nowhere())
      if (measure.sha256() !== sha256) throw damaged(`文件 ${path} 的内容与校验和不符`)
    }
    return { manifest, structure, read: stream, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error instanceof StartError ? error : unreadable(error)
  }
}

async function openZip(file: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (zip) resolve(zip)
      else if ((error as NodeJS.ErrnoException | null)?.code === 'ENOENT')
        reject(new StartError(`找不到备份文件 ${file}`))
      else reject(unreadable(error))
    })
  })
}

function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })
}

type Stream = (name: string) => Promise<Readable>

async function readManifest(stream: Stream, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  if (!entries.has(MANIFEST)) throw new StartError('这不是本系统的备份文件：其中没有 manifest.json')
  const manifest = await readJson<Manifest>(stream, MANIFEST, null, null)
  if (manifest?.format !== FORMAT) throw new StartError('这不是本系统的备份文件')
  if (!(manifest.version >= 1 && manifest.version <= FORMAT_VERSION))
    throw new StartError(`备份文件的格式版本是 ${manifest.version}，本程序只认识 ${FORMAT_VERSION}`)
  if (!Check(manifestShape, manifest)) throw damaged('manifest.json 的内容不完整')
  return manifest
}

function refuseForeign({ migrations, program }: Manifest, known: readonly string[]): void {
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new StartError(
      `备份来自更新的程序（${program}）：本程序不认识 ${unknown.join('、')}。请用同样新或更新的程序恢复。`,
    )
}

async function readJson<T>(
  stream: Stream,
  name: string,
  shape: TSchema | null,
  sha256: string | null,
): Promise<T> {
  const measure = new Measure()
  const parts: Buffer[] = []
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      parts.push(chunk)
      done(measure.bytes > MAX_MANIFEST ? damaged(`${name} 过大`) : null)
    },
  })
  await pipeline(await stream(name), measure, collect)
  if (sha256 !== null && measure.sha256() !== sha256) throw damaged(`${name} 的内容与校验和不符`)
  const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
  if (shape && !Check(shape, value)) throw damaged(`${name} 的内容不完整`)
  return value as T
}

function nowhere(): Writable {
  return new Writable({
    write(_chunk, _encoding, done) {
      done()
    },
  })
}

/** Another program's words are for the operator: they stand on a line of their own. */
function unreadable(error: unknown): StartError {
  const words = error instanceof Error ? error.message : String(error)
  return new StartError(`文件已损坏或不是备份文件，未做任何改动\n${words}`)
}

function damaged(why: string): StartError {
  return new StartError(`备份文件已损坏，未做任何改动：${why}`)
}
