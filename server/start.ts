import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { openConnections } from './database/connection.ts'
import { makeExampleData, writeExampleData } from './database/first-data/example-data.ts'
import { loadFirstData, type NewUser } from './database/first-data/first-data.ts'
import { type EmbeddedPostgres, launchPostgres } from './database/launch.ts'
import { migrate } from './database/migrate.ts'
import { hashPassword } from './modules/auth/password.ts'
import { createDocuments } from './modules/document/documents.ts'
import { StartError } from './start-error.ts'

/** How often folders are looked at in development (ms): a changed document is live within two seconds. */
const WATCH_MS = 700
/** Running requests get this long to finish at a stop. */
const STOP_MS = 10_000
/** Ports tried after a taken one. */
const MORE_PORTS = 20
const EXAMPLE_LOADED = 'example_data'

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
    let postgres: EmbeddedPostgres | null = null
    if (config.databaseUrl === null) {
      postgres = await launchPostgres({ dataDir: config.dataDir, log: say })
      undo.push(() => postgres?.stop())
    }
    const connections = openConnections(postgres?.connect ?? { connectionString: config.databaseUrl ?? '' })
    undo.push(() => connections.close())
    await reachable(connections.readPool, config)
    await migrate(connections)

    const dirs = [join(projectRoot(), 'schemas/pages'), ...config.schemasDirs]
    const documents = await createDocuments({
      dirs,
      pool: connections.writePool,
      log: { info: say, warn: say },
      ...(config.development ? { watchEveryMs: WATCH_MS } : {}),
    })
    undo.push(() => documents.close())
    const users = await loadFirstData(connections, { config, dirs, hashPassword, warn: say })
    if (config.exampleData) await loadExamples(connections)

    const app = await buildApp({ config, connections, documents, webFolder: join(projectRoot(), 'dist/web') })
    undo.push(() => within(STOP_MS, app.close()))
    const port = await listen(app.server, config, say)
    const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    announce(address, users, say)
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts as a program: reads the configuration, listens, stops on Ctrl+C, says plainly why it cannot start. */
export async function main(): Promise<void> {
  try {
    const running = await start(readConfig(process.env, projectRoot()))
    let stopping = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (stopping) return
        stopping = true
        console.log('正在停止 …')
        running.stop().then(
          () => process.exit(0),
          (error: unknown) => {
            console.error(error)
            process.exit(1)
          },
        )
      })
  } catch (error) {
    if (error instanceof StartError) console.error(`无法启动：${error.message}`)
    else console.error('无法启动：', error)
    process.exit(1)
  }
}

/** The folder with package.json, from the source as well as from the bundle. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}

async function reachable(pool: { query(text: string): Promise<unknown> }, config: Config): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    const where = config.databaseUrl === null ? '内置数据库' : `DATABASE_URL 指定的数据库`
    throw new StartError(`无法连接${where}：${error instanceof Error ? error.message : String(error)}`)
  }
}

async function loadExamples({ writePool }: ReturnType<typeof openConnections>): Promise<void> {
  const client = await writePool.connect()
  try {
    await client.query('begin')
    const known = await client.query('select 1 from platform.setting where name = $1', [EXAMPLE_LOADED])
    if (known.rowCount === 0) {
      await writeExampleData(client, makeExampleData())
      await client.query("insert into platform.setting (name, value) values ($1, '1')", [EXAMPLE_LOADED])
      await client.query('commit')
      // Fresh tables have no statistics: the first pages would be planned blindly.
      await client.query('analyze')
    } else await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
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
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && config.portIsFixed)
        throw new StartError(`端口 ${port} 已被占用，请用 PORT 指定其他端口。`)
      if (code === 'EADDRINUSE' && port < config.port + MORE_PORTS) {
        say(`端口 ${port} 已被占用，改用 ${port + 1}`)
        continue
      }
      if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
        throw new StartError(`无法在 ${config.host}:${port} 上监听：${(error as Error).message}`)
      throw error
    }
  }
}

function announce(address: string, users: readonly NewUser[], say: (line: string) => void): void {
  say('')
  say(`展会参展人员信息管理已启动：${address}`)
  if (users.length > 0) {
    say('初始账号（密码只显示这一次，请妥善保存）：')
    for (const user of users)
      say(
        `  ${user.username.padEnd(10)} ${user.generated ? user.password : '（密码取自配置）'}  ${user.realname}`,
      )
  }
  say('按 Ctrl+C 停止。')
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms).unref())])
}
