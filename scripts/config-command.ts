import { randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import {
  type ComparedPart,
  MAX_PACKAGE_BYTES,
  PART_KINDS,
  type PartKind,
  packageText,
} from '#schemas/api/configuration.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Connect } from '#server/database/connect.ts'
import { openConnections } from '#server/database/connection.ts'
import { launchPostgres } from '#server/database/embedded/launch.ts'
import { runningPostgres } from '#server/database/embedded/running.ts'
import { errorCode } from '#server/database/error-code.ts'
import { FIRST_TENANT } from '#server/database/first-data/tenant.ts'
import { KNOWN_MIGRATIONS } from '#server/database/migrate.ts'
import { AppError } from '#server/errors.ts'
import type { Configuration } from '#server/modules/configuration/configuration.ts'
import { createDocuments } from '#server/modules/document/documents.ts'
import { may } from '#server/permission/may.ts'
import { readRights } from '#server/permission/permission-data.ts'
import type { Session } from '#server/permission/session.ts'
import { sessionOf } from '#server/permission/session-of.ts'
import { StartError } from '#server/start-error.ts'

const USAGE = `npm run config -- export <file.json> [--only forms:a,b --only dicts …]   write the configuration to a file
npm run config -- compare <file.json> [--exit-code]                      say what a file would change; 1 where it differs
npm run config -- take <file.json> (--all | --only forms:a,b …)          take entries of a file in, all or nothing

--as <user>      whose rights count (admin)
--tenant <id>    where roles and grants are (${FIRST_TENANT})
Kinds: ${PART_KINDS.join(', ')}. DATA_DIR or DATABASE_URL say which system, as for npm start, and SCHEMAS_DIR which folders of documents besides; a running server goes on and hears of it.`

const STATES = { new: '新增', changed: '变更', same: '相同' } as const

/** Where the command writes: what was asked for, and what went wrong. */
export interface CommandOutput {
  log(text: string): void
  error(what: unknown): void
}

type Options = ReturnType<typeof parsed>['values']

/** A run of the command: its answer is the exit code. */
interface Run {
  configuration: Configuration
  session: Session
  options: Options
  file: string
  output: CommandOutput
}

const COMMANDS = {
  export: { right: 'system:config:export', run: exportTo },
  compare: { right: 'system:config:import', run: compareWith },
  take: { right: 'system:config:import', run: takeFrom },
} as const

/** Runs `npm run config` with these arguments on the system that the environment names; answers the exit code. */
export async function configCommand(
  args: string[],
  env: Readonly<NodeJS.ProcessEnv>,
  output: CommandOutput,
): Promise<number> {
  let given: ReturnType<typeof parsed>
  try {
    given = parsed(args)
  } catch (error) {
    output.error(error instanceof Error ? error.message : String(error))
    output.log(USAGE)
    return 2
  }
  const { values: options, positionals } = given
  const [name, file] = positionals
  if (!file || (name !== 'export' && name !== 'compare' && name !== 'take')) {
    output.log(USAGE)
    return 2
  }
  const command = COMMANDS[name]
  try {
    return await withConfiguration(env, options, (configuration, session) => {
      refuseWithoutRight(session, command.right)
      return command.run({ configuration, session, options, file: resolve(file), output })
    })
  } catch (error) {
    // Never 1, which says that a file differs.
    output.error(error instanceof StartError || error instanceof AppError ? error.message : error)
    return 2
  }
}

function parsed(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true },
      all: { type: 'boolean' },
      'exit-code': { type: 'boolean' },
      as: { type: 'string', default: 'admin' },
      tenant: { type: 'string', default: String(FIRST_TENANT) },
    },
  })
}

function refuseWithoutRight(session: Session, permission: string): void {
  if (!may(session, 'use', { permission }).allowed)
    throw new StartError(`用户 ${session.username} 没有权限 ${permission}`)
}

/** Kinds that `--only` names, with their keys or all of them; null where it names none. */
function chosen({ only }: Options): ReadonlyMap<PartKind, 'all' | readonly string[]> | null {
  if (!only) return null
  return new Map(
    only.map((text) => {
      const at = text.indexOf(':')
      const kind = PART_KINDS.find((one) => one === (at < 0 ? text : text.slice(0, at)))
      if (!kind) throw new StartError(`--only 应以 ${PART_KINDS.join('、')} 之一开头：${text}`)
      return [kind, at < 0 ? ('all' as const) : text.slice(at + 1).split(',')]
    }),
  )
}

async function exportTo({ configuration, session, options, file, output }: Run): Promise<number> {
  const choice = chosen(options) ?? new Map(PART_KINDS.map((kind) => [kind, 'all' as const]))
  const made = await configuration.export(session, Object.fromEntries(choice))
  await writeFile(file, packageText(made))
  const counts = Object.values(made.parts).map((list) => list?.length ?? 0)
  output.log(`已导出 ${counts.reduce((sum, count) => sum + count, 0)} 项：${file}`)
  // What it says of itself here is what another system would say of it.
  for (const { title, entries } of await configuration.compare(session, made))
    for (const { title: name, fault } of entries)
      if (fault !== null) output.error(`注意：${title}“${name}”不能导入其他系统：${fault}`)
  return 0
}

async function compareWith({ configuration, session, options, file, output }: Run): Promise<number> {
  const parts = await configuration.compare(session, await packageIn(file))
  let differing = 0
  for (const { title, entries, onlyHere } of parts) {
    const changed = entries.filter(({ state }) => state !== 'same')
    differing += changed.length
    output.log(
      `${title}：${changed.length} 项不同，${entries.length - changed.length} 项相同，仅本系统 ${onlyHere.total} 项`,
    )
    for (const { state, title: name, differences, more, fault } of changed) {
      output.log(`  ${STATES[state]} ${name}${fault === null ? '' : `（不能导入：${fault}）`}`)
      for (const { place, given, here } of differences)
        output.log(`    ${place}：配置包 ${given ?? '（无）'}，本系统 ${here ?? '（无）'}`)
      if (more > 0) output.log(`    另有 ${more} 处不同`)
    }
  }
  return differing > 0 && options['exit-code'] ? 1 : 0
}

async function takeFrom({ configuration, session, options, file, output }: Run): Promise<number> {
  const wanted = chosen(options)
  if (!wanted && !options.all) throw new StartError('请用 --all 导入全部，或用 --only 指定要导入的内容')
  const given = await packageIn(file)
  const parts = await configuration.compare(session, given)
  const choice = Object.fromEntries(
    parts.map((part) => [part.kind, marksOf(part, wanted ? wanted.get(part.kind) : 'all')]),
  )
  if (Object.values(choice).every((marks) => Object.keys(marks).length === 0)) {
    output.log('没有差异，未做任何改动')
    return 0
  }
  const caller = { session, requestId: randomUUID() }
  const { taken, waiting } = await configuration.take(caller, given, choice, Number.POSITIVE_INFINITY)
  output.log(`已导入：${taken.map(({ title, count }) => `${title} ${count} 项`).join('、')}`)
  for (const { key, title } of waiting) output.log(`数据表等待同步：${title}（${key}）`)
  return 0
}

/** The entries that were asked for and differ, with the marks of what is here. */
function marksOf(
  { title, entries }: ComparedPart,
  keys: 'all' | readonly string[] | undefined,
): Record<string, string> {
  if (keys === undefined) return {}
  const missing = keys === 'all' ? undefined : keys.find((key) => !entries.some((entry) => entry.key === key))
  if (missing !== undefined) throw new StartError(`配置包中没有${title}“${missing}”`)
  return Object.fromEntries(
    entries
      .filter(({ key, state }) => state !== 'same' && (keys === 'all' || keys.includes(key)))
      .map(({ key, mark }) => [key, mark]),
  )
}

async function packageIn(from: string): Promise<unknown> {
  const found = await stat(from).catch(() => null)
  if (!found) throw new StartError(`找不到配置包 ${from}`)
  if (found.size > MAX_PACKAGE_BYTES) throw new StartError('配置包不能超过 20 MB')
  try {
    return JSON.parse(await readFile(from, 'utf8'))
  } catch {
    throw new StartError(`${from} 不是有效的 JSON`)
  }
}

/** The configuration of the system that the environment names, for the user of `--as`. No server is started. */
async function withConfiguration(
  env: Readonly<NodeJS.ProcessEnv>,
  options: Options,
  work: (configuration: Configuration, session: Session) => Promise<number>,
): Promise<number> {
  const config = readConfig(env, process.cwd())
  const running = runningPostgres(config.dataDir)
  if (config.databaseUrl !== null) return over({ connectionString: config.databaseUrl })
  if (running) return over(running)
  const postgres = await launchPostgres({ dataDir: config.dataDir, log: () => undefined })
  try {
    return await over(postgres.connect)
  } finally {
    await postgres.stop()
  }

  async function over(connect: Connect): Promise<number> {
    const connections = openConnections(connect)
    try {
      await refuseOtherProgram(connections)
      const dirs = [join(process.cwd(), 'schemas/pages'), ...config.schemasDirs]
      const documents = await createDocuments({ dirs, pool: connections.writePool })
      const app = await buildApp({ config: { ...config, logLevel: 'error' }, connections, documents })
      try {
        return await work(app.configuration, await sessionFor(connections, options))
      } finally {
        await app.close()
        documents.close()
      }
    } finally {
      await connections.close()
    }
  }
}

type Connections = ReturnType<typeof openConnections>

/** A database of another version is brought into line by the server's own start, not by the way. */
async function refuseOtherProgram({ readPool }: Connections): Promise<void> {
  const { rows } = await readPool
    .query<{ name: string }>('select name from public.expo_migration')
    .catch((error: unknown) => {
      // Without the table the server has never started here; anything else is a fault of its own.
      if (errorCode(error) === '42P01') return { rows: [] as { name: string }[] }
      throw new StartError(`无法读取数据库：${error instanceof Error ? error.message : String(error)}`)
    })
  const done = new Set(rows.map(({ name }) => name))
  if (done.size === 0) throw new StartError('系统尚未初始化，请先用 npm start 启动一次')
  if (
    KNOWN_MIGRATIONS.some((name) => !done.has(name)) ||
    [...done].some((name) => !KNOWN_MIGRATIONS.includes(name))
  )
    throw new StartError('数据库与本程序的版本不同，请先用本程序启动一次服务器')
}

async function sessionFor({ read }: Connections, options: Options): Promise<Session> {
  const tenant = Number(options.tenant)
  const user = await read
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', options.as)
    .executeTakeFirst()
  const rights = user && Number.isInteger(tenant) ? await readRights(read, user.id, tenant) : null
  if (!rights?.tenants.includes(tenant))
    throw new StartError(`用户 ${options.as} 不存在、已冻结，或不属于租户 ${options.tenant}`)
  return sessionOf('command-line', tenant, rights)
}
