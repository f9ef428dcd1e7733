import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Connect } from '#server/database/connect.ts'
import { launchPostgres } from '#server/database/embedded/launch.ts'
import { freePort, startServer, stopServer } from '../../e2e/server.ts'
import { answers, signIn, urlOf } from '../list/list-query.ts'
import { BARE_LISTS } from './bare-lists.ts'
import { BARE_TREES } from './bare-trees.ts'
import { fillLarge, LARGE } from './fill.ts'

/** A large installation, the server that is measured, and its peer. */
export interface SystemBench {
  connect: Connect
  /** Address of the measured server. */
  base: string
  /** Address of the peer's handler. */
  bare: string
  close(): Promise<void>
}

/** Users of the measurement: who keeps the system without the entries that fill its menu, and who hold all or few of those. */
export const PEOPLE = { keeper: 'large_keeper', many: 'large_many', few: 'large_few' } as const

/** Holds the tenant that a folder was filled for. */
const FILLED = 'filled'

/**
 * Fills an installation (`BENCH_LOGS` lines of the log instead of what is said) and starts both servers over it. One in a folder of its own
 * (`BENCH_FOLDER`) is kept for the next run.
 */
export async function openSystemBench(lines = LARGE.logs): Promise<SystemBench> {
  const kept = process.env.BENCH_FOLDER
  const dir = kept ?? mkdtempSync(join(tmpdir(), 'expo-bench-system-'))
  mkdirSync(dir, { recursive: true })
  chmodSync(dir, 0o755)
  const ends: (() => Promise<unknown>)[] = kept
    ? []
    : [async () => rmSync(dir, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const filled = join(dir, FILLED)
    if (!existsSync(filled)) writeFileSync(filled, String(await fillFolder(dir, lines)))
    const tenant = Number(readFileSync(filled, 'utf8'))
    const postgres = await launchPostgres({ dataDir: join(dir, 'data') })
    ends.push(() => postgres.stop())
    const url = urlOf(postgres.connect)
    const port = await freePort()
    const server = await startServer(join(dir, 'files'), port, { DATABASE_URL: url, LOG_LEVEL: 'warn' })
    ends.push(() => stopServer(server))
    const peer = await startPeer(url, tenant)
    ends.push(() => stopServer(peer.process))
    return { connect: postgres.connect, base: `http://127.0.0.1:${port}`, bare: peer.url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Lets a server make its tables in a data folder and fills them; answers the tenant. Nothing is measured here, so nothing waits for the disk. */
async function fillFolder(dir: string, lines: number): Promise<number> {
  const begun = performance.now()
  const postgres = await launchPostgres({ dataDir: join(dir, 'data'), fsync: false })
  try {
    const port = await freePort()
    const env = { DATABASE_URL: urlOf(postgres.connect), LOG_LEVEL: 'warn' }
    const server = await startServer(join(dir, 'files'), port, env)
    const { tenant } = await signIn(`http://127.0.0.1:${port}/jeecg-boot`).finally(() => stopServer(server))
    const logs = Number(process.env.BENCH_LOGS ?? lines)
    await fillLarge(postgres.connect, tenant, { ...LARGE, logs })
    await addPeople(postgres.connect, tenant)
    console.error(
      `filled with ${logs} lines of the log in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
    )
    return tenant
  } finally {
    await postgres.stop()
  }
}

/** Three users with the administrator's password: one role each. */
async function addPeople(connect: Connect, tenant: number): Promise<void> {
  const client = new pg.Client(connect)
  await client.connect()
  try {
    await client.query(
      `insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('large-keeper', '系统管理', 'large-keeper', $1)`,
      [tenant],
    )
    await client.query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select 'large-k' || row_number() over (), 'large-keeper', id from platform.sys_permission where id not like 'large-%'`,
    )
    for (const name of ['keeper', 'many', 'few'] as const) {
      const id = `large-${name}`
      await client.query(
        `insert into platform.sys_user (id, username, realname, password)
         select $1, $2, $2, password from platform.sys_user where username = 'admin'`,
        [id, PEOPLE[name]],
      )
      await client.query('insert into platform.sys_user_tenant (user_id, tenant_id) values ($1, $2)', [
        id,
        tenant,
      ])
      await client.query(
        'insert into platform.sys_user_role (id, user_id, role_id, tenant_id) values ($1, $1, $1, $2)',
        [id, tenant],
      )
    }
  } finally {
    await client.end()
  }
}

async function startPeer(
  databaseUrl: string,
  tenant: number,
): Promise<{ process: ChildProcess; url: string }> {
  const port = await freePort()
  const lists = Object.fromEntries(
    Object.entries(BARE_LISTS).map(([name, list]) => [name, { ...list, values: [tenant] }]),
  )
  const trees = Object.fromEntries(
    Object.entries(BARE_TREES).map(([name, { rows, ofTenant }]) => [
      name,
      { rows, values: ofTenant ? [tenant] : [] },
    ]),
  )
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'bare-handler.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      BARE_LISTS: JSON.stringify(lists),
      BARE_TREES: JSON.stringify(trees),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}/`
  await answers(`${url}?list=${Object.keys(BARE_LISTS)[0]}`)
  return { process: child, url }
}
