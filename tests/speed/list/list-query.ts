import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import type { Connect } from '#server/database/connect.ts'
import { launchPostgres } from '#server/database/embedded/launch.ts'
import { freePort, PASSWORDS, startServer, stopServer } from '../../e2e/server.ts'
import { type Figure, median } from '../report.ts'
import type { BareQuestion } from './bare-server.ts'
import { fillSql, LIST_ROWS, listDocument } from './document.ts'
import { BUILT_QUESTION, LIST_QUESTIONS, type ListQuestion, PAGE_SIZE, searchOf } from './queries.ts'

const CLIENTS = 32
const WARM_UP_S = 2
const MEASURE_S = 4
const ROUNDS = 3

const run = promisify(execFile)

/** The measured server and its peer over one filled database. */
const QUESTIONS = [...LIST_QUESTIONS, BUILT_QUESTION]

export interface ListBench {
  /** Process number of the measured server. */
  pid: number
  /** Process number of the peer. */
  peerPid: number
  ours: Target
  /** The peer without totals. */
  bare: Target
  bareWithTotal: Target
  close(): Promise<void>
}

/** Where the ten questions are asked. */
interface Target {
  base: string
  headers: Readonly<Record<string, string>>
  /** Path of a question, by its number. */
  path(number: number): string
}

/** Starts both over 100,000 rows, and refuses to measure answers that are not the same. */
export async function openListBench(): Promise<ListBench> {
  const dir = mkdtempSync(join(tmpdir(), 'expo-bench-list-'))
  chmodSync(dir, 0o755)
  writeFileSync(join(dir, 'bench_list.form.json'), JSON.stringify(listDocument))
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(dir, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
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

    const barePort = await freePort()
    const questions = QUESTIONS.map((question) => statementsOf(question, tenant))
    const bare = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'bare-server.ts')], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(barePort),
        DATABASE_URL: databaseUrl,
        BARE_QUESTIONS: JSON.stringify(questions),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    ends.push(() => stopServer(bare))
    const bareBase = `http://127.0.0.1:${barePort}`
    await answers(`${bareBase}/page/0`)
    const bench: ListBench = {
      pid: server.pid ?? 0,
      peerPid: bare.pid ?? 0,
      ours: {
        base: `http://127.0.0.1:${port}`,
        headers: { 'X-Access-Token': token },
        path: (number) =>
          `/jeecg-boot/online/cgform/api/getData/bench_list?${searchOf(QUESTIONS[number] as ListQuestion)}`,
      },
      bare: { base: bareBase, headers: {}, path: (number) => `/page/${number}` },
      bareWithTotal: { base: bareBase, headers: {}, path: (number) => `/page-with-total/${number}` },
      close,
    }
    await sameAnswers(bench)
    return bench
  } catch (error) {
    await close()
    throw error
  }
}

/** Requests per second of our list call against a bare handler over the same database, measured in turn. */
export async function listQueryFigures(): Promise<Figure[]> {
  const bench = await openListBench()
  try {
    const all = LIST_QUESTIONS.map((_, number) => number)
    const indexed = all.filter((number) => LIST_QUESTIONS[number]?.indexed)
    return [
      ...(await ratesOf(bench, indexed, 'pages by the index', { page: 0.65, total: 1.9 })),
      ...(await ratesOf(bench, all, 'ten mixed questions', { page: 0.95, total: 1.9 })),
    ]
  } finally {
    await bench.close()
  }
}

/** An advanced query of eight conditions against its SQL as somebody would write it by hand. */
export async function builtQueryFigures(): Promise<Figure[]> {
  const bench = await openListBench()
  try {
    // At most 1.2 times as long as the page alone; the total is counted once.
    return await ratesOf(bench, [QUESTIONS.length - 1], BUILT_QUESTION.name, {
      page: 1 / 1.2,
      total: 1 / 1.2,
    })
  } finally {
    await bench.close()
  }
}

async function ratesOf(
  bench: ListBench,
  numbers: readonly number[],
  what: string,
  bounds: { page: number; total: number },
): Promise<Figure[]> {
  const rates = { ours: [] as number[], page: [] as number[], total: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.ours.push(await rate(bench.ours, numbers))
    rates.page.push(await rate(bench.bare, numbers))
    rates.total.push(await rate(bench.bareWithTotal, numbers))
  }
  const figure = (peer: string, of: readonly number[], value: number): Figure => ({
    name: `list of ${LIST_ROWS / 1000}k × 12 at ${CLIENTS} clients, ${what}; ${peer}`,
    ours: median(rates.ours),
    peer: median(of),
    unit: 'req/s',
    bound: { kind: 'atLeast', value },
  })
  return [
    figure('bare: without total', rates.page, bounds.page),
    figure('bare: with total', rates.total, bounds.total),
  ]
}

/** The peer's statements: the list's twelve columns alone, and the count. */
function statementsOf({ byHand }: ListQuestion, tenantId: number): BareQuestion {
  const { where, values, orderBy, offset } = byHand
  const columns = listDocument.list?.columns?.join(', ')
  const rows = `from data.bench_list where _tenant = $1 and ${where}`
  return {
    page: {
      text: `select ${columns} ${rows} order by ${orderBy} limit ${PAGE_SIZE} offset ${offset}`,
      values: [tenantId, ...values],
    },
    count: { text: `select count(*)::int as total ${rows}`, values: [tenantId, ...values] },
  }
}

/** Both answer the same rows, in the same order, and the same totals; ours with texts. */
async function sameAnswers({ ours, bareWithTotal }: ListBench): Promise<void> {
  for (const [number, { name }] of QUESTIONS.entries()) {
    const [mine, peers] = await Promise.all(
      [ours, bareWithTotal].map(async ({ base, path, headers }) => {
        const { result } = (await (await fetch(base + path(number), { headers })).json()) as Answer
        return result
      }),
    )
    const rows = (records: readonly Row[] = []) => records.map((row) => row.name).join(' ')
    if (
      mine?.records?.length !== PAGE_SIZE ||
      rows(mine.records) !== rows(peers?.records) ||
      mine.total !== peers?.total ||
      !mine.records[0]?.owner_dictText
    )
      throw new Error(
        `Not the same answers to "${name}": ${JSON.stringify(mine).slice(0, 400)} / ${JSON.stringify(peers).slice(0, 400)}`,
      )
  }
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

export async function signIn(base: string, username = 'admin'): Promise<{ token: string; tenant: number }> {
  const answer = await fetch(`${base}/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORDS.admin }),
  })
  const { result } = (await answer.json()) as Answer
  if (!result?.token || !result.tenantList?.[0]) throw new Error('Signing in failed')
  return { token: result.token, tenant: Number(result.tenantList[0].id) }
}

/** Requests per second, the questions asked in turn; the load comes from a process of its own. */
export async function rate(
  { base, headers, path }: Target,
  numbers: readonly number[],
  seconds = MEASURE_S,
): Promise<number> {
  const load = async (duration: number) => {
    const LOAD = JSON.stringify({
      base,
      headers,
      paths: numbers.map(path),
      clients: CLIENTS,
      seconds: duration,
    })
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'load.mjs')], {
      env: { ...process.env, LOAD },
    })
    return JSON.parse(stdout) as { rate: number; refused: number; failed: number }
  }
  await load(WARM_UP_S)
  const result = await load(seconds)
  if (result.refused > 0 || result.failed > 0)
    throw new Error(`${base}: ${result.refused} refusals, ${result.failed} errors`)
  return result.rate
}

export async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await fetch(url).catch(() => null))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

export function urlOf({ host = '', port, user = '', password = '', database = '' }: Connect): string {
  const where = new URLSearchParams({ host, port: String(port) })
  return `postgresql://${user}:${encodeURIComponent(password)}@/${database}?${where}`
}
