import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../start-error.ts'
import { asUser, environment } from './database-process.ts'
import { forbidden, type Place } from './place.ts'
import { STOP_TIMEOUT_MS } from './take-over.ts'
import type { UnixUser } from './unprivileged-user.ts'

const START_TIMEOUT_MS = 60_000
/** What passes by itself within moments of a kill: what the old server held is let go. */
const PASSES = /still in use|already exists|could not bind|another postmaster/i
/** Attempts when something else keeps it from starting: that hardly passes by itself. */
const MAX_ATTEMPTS = 5

/** PostgreSQL's main process: started, watched, started again when it ends unexpectedly, stopped. */
export class Postmaster {
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
