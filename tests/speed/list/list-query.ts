import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import { type Connect, launchPostgres } from '#server/database/launch.ts'
import { parseListQuery } from '#server/http/list-query.ts'
import { formView } from '#server/modules/online-form/form-view.ts'
import { createFormStore } from '#server/modules/online-form/store.ts'
import { freePort, PASSWORDS, startServer, stopServer } from '../../e2e/server.ts'
import { testSession } from '../../helpers/form-bench.ts'
import { type Figure, median } from '../report.ts'
import type { BareStatements } from './bare-server.ts'
import { fillSql, LIST_ROWS, listDocument } from './document.ts'

const CLIENTS = 32
const WARM_UP_S = 2
const MEASURE_S = 5
const ROUNDS = 3
const QUERY = { status: '1', column: 'opened', order: 'desc', pageNo: '3', pageSize: '10' }

const run = promisify(execFile)

/** Requests per second of our list call against a bare handler over the same database, both measured in turn. */
export async function listQueryFigures(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'expo-bench-list-'))
  chmodSync(dir, 0o755)
  writeFileSync(join(dir, 'bench_list.form.json'), JSON.stringify(listDocument))
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(dir, { recursive: true, force: true })]
  try {
    const postgres = await launchPostgres({ dataDir: join(dir, 'data') })
    ends.push(() => postgres.stop())
    const databaseUrl = urlOf(postgres.connect)
    const port = await freePort()
    const env = { DATABASE_URL: databaseUrl, SCHEMAS_DIR: dir, LOG_LEVEL: 'warn' }
    const server = await startServer(join(dir, 'files'), port, env)
    ends.push(() => stopServer(server))
    const base = `http://127.0.0.1:${port}/jeecg-boot`
    const { token, tenant } = await signIn(base)
    await fill(postgres.connect, tenant)

    const statements = await statementsOf(tenant)
    const barePort = await freePort()
    const bare = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'bare-server.ts')], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(barePort),
        DATABASE_URL: databaseUrl,
        BARE_STATEMENTS: JSON.stringify(statements),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    ends.push(() => stopServer(bare))
    await answers(`http://127.0.0.1:${barePort}/page`)

    const list = `${base}/online/cgform/api/getData/bench_list?${new URLSearchParams(QUERY)}`
    const first = await ask(list, token)
    if (
      first.result?.records?.length !== 10 ||
      !first.result.total ||
      !first.result.records[0]?.owner_dictText
    )
      throw new Error(
        `The measured call does not answer a page with texts: ${JSON.stringify(first).slice(0, 400)}`,
      )

    const rates = { ours: [] as number[], page: [] as number[], total: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      rates.ours.push(await rate(list, token))
      rates.page.push(await rate(`http://127.0.0.1:${barePort}/page`))
      rates.total.push(await rate(`http://127.0.0.1:${barePort}/page-with-total`))
    }
    const figure = (name: string, peer: readonly number[], value: number): Figure => ({
      name,
      ours: median(rates.ours),
      peer: median(peer),
      unit: 'req/s',
      bound: { kind: 'atLeast', value },
    })
    const what = `list of ${LIST_ROWS / 1000}k × 12 at ${CLIENTS} clients, page of 10`
    return [
      figure(`${what}; bare: without total`, rates.page, 0.6),
      figure(`${what}; bare: with total`, rates.total, 1),
    ]
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

/** The statements that our own store makes for the measured query. */
async function statementsOf(tenantId: number): Promise<BareStatements> {
  const seen: BareStatements['page'][] = []
  const record = async <R extends object>(text: string, values: readonly unknown[]): Promise<R[]> => {
    seen.push({ text, values })
    // A full page, so that the total is asked for as well.
    return Array.from({ length: 10 }, () => ({}) as Row) as R[]
  }
  const form = compileForm(listDocument)
  const session = testSession({ tenantId })
  const view = formView(session, form)
  const query = parseListQuery(QUERY, view.find)
  const store = createFormStore(record, { total: (_table, _key, count) => count() })
  await store.list(view, session, query)
  const [page, count] = seen
  if (!page || !count) throw new Error('The store asked no page or no total')
  return { page, count }
}

async function fill(connect: Connect, tenant: number): Promise<void> {
  const client = new pg.Client(connect)
  await client.connect()
  try {
    await client.query(fillSql, [tenant])
    await client.query('vacuum analyze data.bench_list')
  } finally {
    await client.end()
  }
}

interface Answer {
  result?: { total?: number; records?: Row[]; token?: string; tenantList?: { id: number }[] }
}

async function ask(url: string, token: string): Promise<Answer> {
  const answer = await fetch(url, { headers: { 'X-Access-Token': token } })
  return (await answer.json()) as Answer
}

async function signIn(base: string): Promise<{ token: string; tenant: number }> {
  const answer = await fetch(`${base}/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORDS.admin }),
  })
  const { result } = (await answer.json()) as Answer
  if (!result?.token || !result.tenantList?.[0]) throw new Error('Signing in failed')
  return { token: result.token, tenant: Number(result.tenantList[0].id) }
}

/** Requests per second; the load comes from a process of its own. */
async function rate(url: string, token?: string): Promise<number> {
  const header = token ? ['-H', `X-Access-Token=${token}`] : []
  const load = (seconds: number) =>
    run(join(process.cwd(), 'node_modules/.bin/autocannon'), [
      '-j',
      '-c',
      String(CLIENTS),
      '-d',
      String(seconds),
      ...header,
      url,
    ])
  await load(WARM_UP_S)
  const { stdout } = await load(MEASURE_S)
  const result = JSON.parse(stdout) as { requests: { average: number }; non2xx: number; errors: number }
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result.requests.average
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await fetch(url).catch(() => null))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

function urlOf({ host = '', port, user = '', password = '', database = '' }: Connect): string {
  const where = new URLSearchParams({ host, port: String(port) })
  return `postgresql://${user}:${encodeURIComponent(password)}@/${database}?${where}`
}
