import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { lockDataFolder, processExists } from './data-lock.ts'
import { type Binaries, copyBinaries, findBinaries } from './postgres-binaries.ts'
import { canReach, type UnixUser, unprivilegedUser } from './unprivileged-user.ts'

/** How to reach a database; what pg's Pool takes. */
export interface Connect {
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  connectionString?: string
}

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  connect: Connect
  /** Process number of the server, for tests that kill it. */
  pid(): number | null
  /** Stops the server (fast: transactions under way are rolled back) and lets the data folder go. */
  stop(): Promise<void>
}

export interface LaunchOptions {
  dataDir: string
  log?: (message: string) => void
  /** Tests trade durability for speed; the product never does. */
  fsync?: boolean
}

const DATABASE = 'expo'
const SUPERUSER = 'expo'
/** Least free space to start with: a checkpoint and some write-ahead log must fit. */
const MIN_FREE_BYTES = 200 * 1024 * 1024
/** A Unix socket's path may not exceed 107 bytes; `/.s.PGSQL.5432` is 14 of them. */
const MAX_SOCKET_DIR_BYTES = 90
const START_TIMEOUT_MS = 60_000
/** What passes by itself within moments of a kill: what the old server held is let go. */
const PASSES = /still in use|already exists|could not bind|another postmaster/i
/** Attempts when something else keeps it from starting: that hardly passes by itself. */
const MAX_ATTEMPTS = 5
/** Errors of the file system that whoever runs us can mend. */
const FORBIDDEN: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS'])
const STOP_TIMEOUT_MS = 15_000
/** Where a root-only project keeps what PostgreSQL's own user must reach. */
const SHELF = '/var/lib/expo-back-office'

/** Starts PostgreSQL on a data folder, taking over after a crash; restarts it when it dies. */
export async function launchPostgres({
  dataDir,
  log = () => {},
  fsync = true,
}: LaunchOptions): Promise<EmbeddedPostgres> {
  const home = prepareDataFolder(resolve(dataDir))
  const ends: (() => Promise<void> | void)[] = [lockDataFolder(home)]
  const end = async () => {
    for (const step of ends.splice(0).reverse()) await step()
  }
  try {
    const user = unprivilegedUser(home)
    const root = user && !canReach(home, user) ? placeOutside(home, log) : home
    // A copied data folder names the same place: only one of the two may use it.
    if (root !== home) ends.push(lockDataFolder(root))
    const place = choosePlace(root, user)
    ends.push(() => {
      if (place.socketDir !== besideData(root)) rmSync(place.socketDir, { recursive: true, force: true })
    })
    const password = readOrMakePassword(home)
    if (!existsSync(join(place.cluster, 'PG_VERSION'))) initialise(place, user, password, fsync)
    checkVersion(place)
    await takeOver(place.cluster, log)
    const server = new Postmaster(place, user, join(home, 'postgres.log'), fsync, log)
    ends.push(() => server.stop())
    await server.start()
    const connect = { ...place.address, user: SUPERUSER, password }
    await createDatabase(connect)
    return {
      connect: { ...connect, database: DATABASE },
      pid: () => server.pid(),
      stop: end,
    }
  } catch (error) {
    await end()
    const { code, path, message } = error as NodeJS.ErrnoException
    if (FORBIDDEN.has(code)) throw forbidden(path ?? home, message)
    throw error
  }
}

function forbidden(path: string, reason: string): StartError {
  return new StartError(
    `没有权限使用 ${path}：${reason}。请检查该位置及其中文件的所有者和读写权限（例如 chmod -R u+rwX）。`,
  )
}

interface Place {
  /** PostgreSQL's own folder. */
  cluster: string
  socketDir: string
  address: { host: string; port: number }
  binaries: Binaries
}

function prepareDataFolder(folder: string): string {
  try {
    // A strict umask would keep the database's own user out of a folder that we make for it.
    makeFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `无法使用数据目录 ${folder}：${(error as Error).message}。请检查权限，或用 DATA_DIR 指定其他目录。`,
    )
  }
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new StartError(
      `数据目录 ${folder} 所在磁盘空间不足（剩余 ${Math.floor((bavail * bsize) / 1024 / 1024)} MB，至少需要 ${MIN_FREE_BYTES / 1024 / 1024} MB）。`,
    )
  return realpathSync(folder)
}

/** Folder by folder: Node's own recursive way never ends where a file system has no room for names, as /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
  chmodSync(folder, 0o755)
}

/**
 * Where the cluster lives when only root may enter the data folder: opening up somebody's folders is not ours to do.
 * A file in the data folder keeps the place, so that renaming the folder loses nothing.
 */
function placeOutside(home: string, log: (message: string) => void): string {
  const file = join(home, 'postgres.location')
  if (!existsSync(file)) {
    const fresh = join(SHELF, randomBytes(8).toString('hex'))
    try {
      mkdirSync(fresh, { recursive: true, mode: 0o755 })
    } catch (error) {
      throw new StartError(
        `数据目录 ${home} 仅 root 可进入，而 PostgreSQL 不能以 root 运行，也无法改用 ${SHELF}：${(error as Error).message}。请用 DATA_DIR 指定其他用户可进入的目录。`,
      )
    }
    writeFileSync(file, fresh)
  }
  const root = readFileSync(file, 'utf8').trim()
  // An empty system in place of the data would be worse than none.
  if (!existsSync(root))
    throw new StartError(
      `数据目录 ${home} 的数据库文件应位于 ${root}，但该目录不存在。请恢复它；若要从头开始，请删除 ${home}。`,
    )
  log(`数据目录 ${home} 仅 root 可进入，数据库文件保存在 ${root}`)
  return root
}

function choosePlace(root: string, user: UnixUser | null): Place {
  const found = findBinaries()
  const binaries = user && !canReach(found.folder, user) ? copyBinaries(found, SHELF) : found
  const cluster = join(root, 'postgres')
  const socketDir = chooseSocketDir(root)
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  if (user) chownSync(socketDir, user.uid, user.gid)
  chmodSync(socketDir, 0o700)
  const address =
    process.platform === 'win32'
      ? { host: '127.0.0.1', port: windowsPort(root) }
      : { host: socketDir, port: 5432 }
  return { cluster, socketDir, address, binaries }
}

/** Beside the data where the path is short and plain, else a new folder under the temporary one. */
function chooseSocketDir(root: string): string {
  const beside = besideData(root)
  if (Buffer.byteLength(beside) <= MAX_SOCKET_DIR_BYTES && /^[\w/.-]+$/.test(beside)) return beside
  // A name that nobody can foresee, and so not put there before us.
  return mkdtempSync(join(tmpdir(), 'expo-pg-'))
}

function besideData(root: string): string {
  return join(root, 'run')
}

/** Windows has no usable Unix sockets: a port on the loopback address, fixed per data folder. */
function windowsPort(root: string): number {
  return 54_320 + (createHash('sha256').update(root).digest().readUInt16BE(0) % 1000)
}

function readOrMakePassword(home: string): string {
  const file = join(home, 'postgres.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Makes the cluster beside its place and moves it there when it is complete: a kill in between leaves none. */
function initialise(place: Place, user: UnixUser | null, password: string, fsync: boolean): void {
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

function checkVersion(place: Place): void {
  const found = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim()
  const wanted = place.binaries.version.split('.')[0]
  if (found !== wanted)
    throw new StartError(
      `数据目录 ${place.cluster} 由 PostgreSQL ${found} 创建，本程序使用 PostgreSQL ${wanted}，两者不兼容。数据未做任何改动。`,
    )
}

/** After a kill the old server may live on, or have left its lock behind. Stops the one, removes the other. */
async function takeOver(cluster: string, log: (message: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (Number.isInteger(pid) && pid > 0 && isPostgresOf(pid, cluster)) {
    log(`接管上次遗留的 PostgreSQL（进程 ${pid}）`)
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      try {
        process.kill(pid, signal)
      } catch {
        break
      }
      if (await gone(pid, signal === 'SIGINT' ? STOP_TIMEOUT_MS : 5000)) break
    }
  }
  rmSync(file, { force: true })
}

function isPostgresOf(pid: number, cluster: string): boolean {
  if (!processExists(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)
  } catch {
    if (process.platform === 'win32') return true
    return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout.includes(
      cluster,
    )
  }
}

async function gone(pid: number, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout
  while (Date.now() < deadline) {
    if (!processExists(pid) || isZombie(pid)) return true
    await sleep(20)
  }
  return false
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'Z'
  } catch {
    return false
  }
}

function asUser(user: UnixUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** Nothing of our own environment (passwords, settings) is the database's business. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: process.env.TZ ?? 'UTC' }
}

class Postmaster {
  readonly #place: Place
  readonly #user: UnixUser | null
  readonly #logFile: string
  readonly #fsync: boolean
  readonly #log: (message: string) => void
  #child: ChildProcess | null = null
  #stopping = false
  /** However this process ends, short of a kill, the database does not stay behind. */
  readonly #endChild = () => {
    this.#child?.kill('SIGINT')
  }

  constructor(
    place: Place,
    user: UnixUser | null,
    logFile: string,
    fsync: boolean,
    log: (message: string) => void,
  ) {
    this.#place = place
    this.#user = user
    this.#logFile = logFile
    this.#fsync = fsync
    this.#log = log
  }

  pid(): number | null {
    return this.#child?.exitCode === null ? (this.#child.pid ?? null) : null
  }

  async start(): Promise<void> {
    process.once('exit', this.#endChild)
    const deadline = Date.now() + START_TIMEOUT_MS
    for (let attempt = 1; ; attempt++) {
      const told = sizeOf(this.#logFile)
      const child = this.#spawn()
      this.#child = child
      if (await this.#isReady(child, deadline)) {
        child.once('exit', () => this.#handleExit())
        return
      }
      // Children of a killed server hold its shared memory for a moment: try again until they are gone.
      const words = lastLines(this.#logFile, told)
      const refused = /^.*(Permission denied|Operation not permitted|Read-only file system).*$/m.exec(words)
      if (refused) throw forbidden(this.#place.cluster, `PostgreSQL 报告 ${refused[0].trim()}`)
      if (Date.now() > deadline || (attempt >= MAX_ATTEMPTS && !PASSES.test(words)))
        throw new StartError(`PostgreSQL 无法启动，详情见 ${this.#logFile}：\n${words}`)
      await sleep(200)
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    process.off('exit', this.#endChild)
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    child.kill('SIGINT')
    const forced = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(forced)
  }

  #spawn(): ChildProcess {
    if (existsSync(this.#logFile) && statSync(this.#logFile).size > 10 * 1024 * 1024) rmSync(this.#logFile)
    const output = openSync(this.#logFile, 'a', 0o600)
    return spawn(
      this.#place.binaries.postgres,
      ['-D', this.#place.cluster, ...settings(this.#place, this.#fsync)],
      {
        cwd: '/',
        stdio: ['ignore', output, output],
        env: environment(),
        // Out of the terminal's process group: Ctrl+C is for us, and we stop it after the last request.
        detached: true,
        ...asUser(this.#user),
      },
    )
  }

  async #isReady(child: ChildProcess, deadline: number): Promise<boolean> {
    let ended = false
    child.once('exit', () => {
      ended = true
    })
    child.once('error', () => {
      ended = true
    })
    const file = join(this.#place.cluster, 'postmaster.pid')
    while (!ended && Date.now() < deadline) {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
      if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return true
      await sleep(20)
    }
    return false
  }

  #handleExit(): void {
    if (this.#stopping) return
    this.#log('PostgreSQL 意外终止，正在重新启动')
    process.off('exit', this.#endChild)
    this.start().catch((error: Error) => {
      this.#log(error.message)
      if (!this.#stopping) setTimeout(() => this.#handleExit(), 2000).unref()
    })
  }
}

/** Small and durable: one machine, few connections, every commit on disk before its answer. */
function settings(place: Place, fsync: boolean): string[] {
  const socket = process.platform !== 'win32'
  const values: Record<string, string> = {
    listen_addresses: socket ? '' : '127.0.0.1',
    port: String(place.address.port),
    ...(socket ? { unix_socket_directories: place.socketDir, unix_socket_permissions: '0700' } : {}),
    max_connections: '60',
    shared_buffers: '32MB',
    // Two cores and many short queries: parallel workers would only take /dev/shm, which containers keep small.
    max_parallel_workers_per_gather: '0',
    max_worker_processes: '2',
    max_logical_replication_workers: '0',
    autovacuum_max_workers: '2',
    io_method: 'sync',
    jit: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function createDatabase(connect: Connect): Promise<void> {
  const client = new pg.Client({ ...connect, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** The end of what was written into a log since it had a size; a log that was begun anew counts as a whole. */
function lastLines(file: string, since: number): string {
  try {
    const log = readFileSync(file)
    const fresh = log.subarray(log.length >= since ? since : 0)
    return fresh.toString('utf8').trim().split('\n').slice(-6).join('\n')
  } catch {
    return ''
  }
}
