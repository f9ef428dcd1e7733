import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type App, buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { type Connections, openConnections } from './database/connection.ts'
import { type EmbeddedPostgres, launchPostgres } from './database/embedded/launch.ts'
import { folderState } from './database/first-data/document-folder.ts'
import { loadFirstData, loadFolderData, type NewUser } from './database/first-data/first-data.ts'
import { migrate } from './database/migrate.ts'
import { passwordProblem } from './modules/auth/new-passwords.ts'
import { hashPassword } from './modules/auth/password.ts'
import { endDeadBackups } from './modules/backup/backup-state.ts'
import { backupFolder } from './modules/backup/backups.ts'
import { createDocuments, type Documents } from './modules/document/documents.ts'
import { createSchedule } from './modules/job/schedule.ts'
import { StartError } from './start-error.ts'

/** How often folders are looked at in development (ms): a changed document is live within two seconds. */
const WATCH_MS = 700
/** A start that a signal came into gets this long to end. */
const STOP_MS = 10_000
/** Calls under way get this long to finish at a stop; then their statements are ended, and they answer 503. */
const CALLS_MS = 2000
/** Connections that are open after this long are cut. */
const CUT_MS = 3000
/** The pools get this long to close. */
const CLOSE_MS = 1000
/** Ports tried after a taken one. */
const MORE_PORTS = 20
/** Oldest PostgreSQL that understands what we say to it. */
const MIN_SERVER_VERSION = 16

/** A running product. */
export interface Running {
  address: string
  stop(): Promise<void>
}

/** From configuration to listening; everything that was begun is ended again when a step fails. */
export async function start(config: Config, say: (line: string) => void = console.log): Promise<Running> {
  const undo: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    await refuseWeakPasswords(config)
    await refuseTakenPort(config)
    let postgres: EmbeddedPostgres | null = null
    if (config.databaseUrl === null) {
      postgres = await launchPostgres({ dataDir: config.dataDir, log: say })
      undo.push(() => postgres?.stop())
    }
    const connections = openConnections(postgres?.connect ?? { connectionString: config.databaseUrl ?? '' })
    // Statements that still run end with their server; they must not hold up its stop.
    undo.push(() => within(CLOSE_MS, connections.close()))
    await reachable(connections, config)
    await migrate(connections)

    const dirs = [join(projectRoot(), 'schemas/pages'), ...config.schemasDirs]
    const documents = await createDocuments({
      dirs,
      pool: connections.writePool,
      log: { info: say, warn: say },
      ...(config.development ? { watchEveryMs: WATCH_MS } : {}),
    })
    undo.push(() => documents.close())
    const announce = (users: readonly NewUser[]) => announcePasswords(users, say)
    const told: string[] = []
    const warn = (line: string) => {
      told.push(line)
      say(line)
    }
    const folders = { dirs, references: documents.references, warn }
    await loadFirstData(connections, { config, hashPassword, announce, ...folders })
    // Dictionaries may have gone since the last start, or come with this one.
    await documents.reload()

    const app = await buildApp({ config, connections, documents, webFolder: join(projectRoot(), 'dist/web') })
    let stopJobs = async () => {}
    undo.push(() => closeApp(app, connections, stopJobs))
    if (config.development) undo.push(watchFolderData({ documents, dirs, connections, app, say, told }))
    const port = await listen(app.server, config, say)
    // One that cannot be ended now is looked at again before the next backup.
    await endDeadBackups(connections.writePool, backupFolder(config.dataDir)).catch((error: unknown) =>
      app.server.log.warn({ err: error }, 'backups not looked at'),
    )
    const jobs = createSchedule({
      pool: connections.writePool,
      classes: app.jobClasses,
      warn: (message, reason) => app.server.log.warn({ err: reason }, message),
    })
    stopJobs = () => within(CLOSE_MS, jobs.stop())
    // Not waited for: nobody who opens a page needs them.
    jobs.start().catch((error: unknown) => app.server.log.error({ err: error }, 'jobs not started'))
    const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    say(`展会参展人员信息管理已启动：${address}/`)
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts as a program: reads the configuration, listens, stops on Ctrl+C, says plainly why it cannot start. */
export async function main(): Promise<void> {
  let running: Running | null = null
  let wanted: number | null = null
  const end = (code: number) => {
    // npm passes a Ctrl+C on that the terminal has sent us already: one is enough.
    if (wanted !== null) return
    wanted = code
    if (running) stopAndExit(running, code)
    else setTimeout(() => process.exit(1), STOP_MS).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  // Whoever read our output may have gone (`npm start | head`); that is no reason to stop.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  process.on('uncaughtException', (error) => {
    console.error('未预料的错误，正在停止：', error)
    end(1)
  })
  try {
    running = await start(readConfig(process.env, projectRoot()))
    // A signal during the start waits for its end, so that nothing is left half done.
    if (wanted !== null) stopAndExit(running, wanted)
    else console.log('按 Ctrl+C 停止。')
  } catch (error) {
    if (error instanceof StartError) console.error(`无法启动：${error.message}`)
    else console.error('无法启动：', error)
    process.exit(1)
  }
}

function stopAndExit(running: Running, code: number): void {
  console.log('正在停止 …')
  running.stop().then(
    () => process.exit(code),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}

/** The folder with package.json, from the source as well as from the bundle. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}

async function reachable({ readPool }: Connections, config: Config): Promise<void> {
  const which = config.databaseUrl === null ? '内置数据库' : 'DATABASE_URL 指定的数据库'
  let version: number
  try {
    const { rows } = await readPool.query(
      "select current_setting('server_version_num')::int / 10000 as version",
    )
    version = rows[0]?.version
  } catch (error) {
    throw new StartError(`无法连接${which}：${error instanceof Error ? error.message : String(error)}`)
  }
  if (version < MIN_SERVER_VERSION)
    throw new StartError(`${which}是 PostgreSQL ${version}，至少需要 PostgreSQL ${MIN_SERVER_VERSION}。`)
}

/** In development a dictionary or menu that is dropped into a folder is live without a restart. */
function watchFolderData(parts: {
  documents: Documents
  dirs: readonly string[]
  connections: Connections
  app: App
  say: (line: string) => void
  /** What the start has said already. */
  told: readonly string[]
}): () => Promise<void> {
  const { documents, dirs, connections, app, say } = parts
  const stateNow = () => {
    const { forms, unusable } = documents.references()
    return [folderState(dirs), ...(forms?.keys() ?? []), '', ...(unusable ?? [])].join('\n')
  }
  let state = stateNow()
  let told = new Set(parts.told)
  let running: Promise<void> | null = null
  const look = async () => {
    try {
      if (stateNow() === state) return
      // A menu may have come together with its form: that is to be known first.
      await documents.reload()
      state = stateNow()
      const lines = new Set<string>()
      const warn = (line: string) => {
        lines.add(line)
        if (!told.has(line)) say(line)
      }
      const folders = { dirs, references: documents.references, warn }
      await connections.write.transaction().execute((trx) => loadFolderData(trx, folders))
      const still = new Set([...lines].map(placeOfLine))
      for (const place of new Set([...told].map(placeOfLine)))
        if (!still.has(place)) say(`${place}: 问题已解决`)
      told = lines
      await Promise.all([app.dictionaries.changed(), app.sessions.rightsChanged()])
    } catch (error) {
      say(`字典或菜单未能更新：${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = null
    })
  }, WATCH_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** File of a line such as `file:line:column warning …`. */
function placeOfLine(line: string): string {
  return /^(.*?):\d+:\d+ /.exec(line)?.[1] ?? line
}

/** A first password that everybody tries first is refused like one that a user would set himself. */
async function refuseWeakPasswords({ passwords }: Config): Promise<void> {
  for (const [username, password] of Object.entries(passwords)) {
    const problem = password === null ? null : await passwordProblem(password, username)
    if (problem !== null)
      throw new StartError(`配置项 ${username.toUpperCase()}_PASSWORD 的值无效：${problem}。`)
  }
}

/** Says so before anything is made when the port that was asked for is taken. */
async function refuseTakenPort({ portIsFixed, host, port }: Config): Promise<void> {
  if (!portIsFixed) return
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  }).catch((error: unknown) => {
    throw listenProblem(error, host, port)
  })
}

/** Sentence for what keeps us from listening; anything else stays as it is. */
function listenProblem(error: unknown, host: string, port: number): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new StartError(`端口 ${port} 已被占用，请用 PORT 指定其他端口。`)
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`无法在 ${host}:${port} 上监听：${message}`)
  return error
}

async function listen(
  server: { listen(options: { host: string; port: number }): Promise<unknown> },
  config: Config,
  say: (line: string) => void,
): Promise<number> {
  for (let port = config.port; ; port++) {
    try {
      await server.listen({ host: config.host, port })
      return port
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTaken || config.portIsFixed || port >= config.port + MORE_PORTS)
        throw listenProblem(error, config.host, port)
      say(`端口 ${port} 已被占用，改用 ${port + 1}`)
    }
  }
}

function announcePasswords(users: readonly NewUser[], say: (line: string) => void): void {
  if (users.length === 0) return
  say('初始账号（密码只显示这一次，请妥善保存）：')
  for (const { username, realname, password, generated } of users)
    say(`  ${username.padEnd(10)} ${generated ? password : '（密码取自配置）'}  ${realname}`)
  say('')
}

/**
 * Requests under way may finish for a while; then their statements are ended, and at last their connections are cut. Jobs
 * stop meanwhile, so that the two waits do not add up, and before what they use is closed.
 */
async function closeApp(app: App, connections: Connections, stopJobs: () => Promise<void>): Promise<void> {
  const closed = Promise.all([app.server.close(), stopJobs()])
  const timers = [
    setTimeout(() => void connections.endStatements(closed), CALLS_MS),
    setTimeout(() => app.server.server.closeAllConnections(), CUT_MS),
  ]
  await closed
  for (const timer of timers) clearTimeout(timer)
  await app.close()
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms).unref())])
}
