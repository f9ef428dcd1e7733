import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Connect } from '#server/database/connect.ts'
import { launchPostgres } from '#server/database/embedded/launch.ts'
import { freePort, startServer, stopServer } from '../../e2e/server.ts'
import { signIn, urlOf } from '../list/list-query.ts'
import { fillWide, wideDocument } from './document.ts'

/** Forms of the bench by their rows. */
export const SIZES = { bench_100k: 100_000, bench_1m: Number(process.env.BENCH_ROWS ?? 1_000_000) } as const

/** The built server over a table of a hundred thousand rows and one of a million. */
export interface MillionBench {
  base: string
  connect: Connect
  /** Folder of the documents of the bench. */
  documents: string
  /** Process number of the server. */
  pid: number
  headers: Readonly<Record<string, string>>
  tenant: number
  client: pg.Client
  close(): Promise<void>
}

export async function openMillionBench(): Promise<MillionBench> {
  const dir = mkdtempSync(join(tmpdir(), 'expo-bench-million-'))
  chmodSync(dir, 0o755)
  for (const code of [...Object.keys(SIZES), 'bench_import'])
    writeFileSync(join(dir, `${code}.form.json`), JSON.stringify(wideDocument(code)))
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(dir, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const postgres = await launchPostgres({ dataDir: join(dir, 'data') })
    ends.push(() => postgres.stop())
    const port = await freePort()
    const env = { DATABASE_URL: urlOf(postgres.connect), SCHEMAS_DIR: dir, LOG_LEVEL: 'warn' }
    const server = await startServer(join(dir, 'files'), port, env)
    ends.push(() => stopServer(server))
    const base = `http://127.0.0.1:${port}/jeecg-boot`
    const { token, tenant } = await signIn(base)
    const client = new pg.Client(postgres.connect)
    await client.connect()
    ends.push(() => client.end())
    for (const [code, rows] of Object.entries(SIZES)) {
      await client.query(fillWide(code, rows), [tenant])
      await client.query(`vacuum analyze data.${code}`)
    }
    return {
      ...{ base, connect: postgres.connect, documents: dir, pid: server.pid ?? 0 },
      ...{ headers: { 'X-Access-Token': token }, tenant, client, close },
    }
  } catch (error) {
    await close()
    throw error
  }
}
