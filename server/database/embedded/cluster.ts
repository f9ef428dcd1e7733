import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../../start-error.ts'
import type { Connect } from '../connect.ts'
import { asUser, environment } from './database-process.ts'
import type { Place } from './place.ts'
import type { UnixUser } from './unprivileged-user.ts'

/** The database of the product. */
export const DATABASE = 'expo'
/** Its owner. */
export const SUPERUSER = 'expo'

/** Makes the cluster beside its place and moves it there when it is complete: a kill in between leaves none. */
export function initialise(place: Place, user: UnixUser | null, password: string, fsync: boolean): void {
  if (existsSync(place.cluster))
    throw new StartError(
      `${place.cluster} 不是完整的 PostgreSQL 数据目录，未做任何改动。请恢复备份或将其移走。`,
    )
  const fresh = `${place.cluster}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  if (!user && process.platform !== 'win32') refuseNamelessUser()
  const passwordFile = join(place.socketDir, 'initial-password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [fresh, passwordFile]) chownSync(path, user.uid, user.gid)
  const run = spawnSync(
    place.binaries.initdb,
    [
      `--pgdata=${fresh}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(fsync ? [] : ['--no-sync']),
    ],
    { encoding: 'utf8', cwd: '/', env: environment(), ...asUser(user) },
  )
  rmSync(passwordFile, { force: true })
  if (run.status !== 0)
    throw new StartError(
      `无法初始化数据库：${(run.stderr || run.stdout || run.error?.message || '').trim().slice(-600)}`,
    )
  renameSync(fresh, place.cluster)
}

/** initdb wants to know the name of who runs it; containers are often started with a number alone. */
function refuseNamelessUser(): void {
  try {
    userInfo()
  } catch {
    throw new StartError(
      `当前用户（uid ${process.getuid?.()}）在系统中没有账号，PostgreSQL 无法初始化。请换用 /etc/passwd 中的用户运行，或用 DATABASE_URL 指定外部数据库。`,
    )
  }
}

/** Refuses a cluster of another main version before anything touches it. */
export function checkVersion(place: Place): void {
  const found = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim()
  const wanted = place.binaries.version.split('.')[0]
  if (found !== wanted)
    throw new StartError(
      `数据目录 ${place.cluster} 由 PostgreSQL ${found} 创建，本程序使用 PostgreSQL ${wanted}，两者不兼容。数据未做任何改动。`,
    )
}

/** Makes the product's database where it is missing. */
export async function createDatabase(connect: Connect): Promise<void> {
  const client = new pg.Client({ ...connect, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}
