import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { launchPostgres } from '#server/database/embedded/launch.ts'
import { freePort, startServer, stopServer } from '../../e2e/server.ts'
import { signIn, urlOf } from '../list/list-query.ts'
import { fillLarge, LARGE } from '../system/fill.ts'
import { fillStatements, pickerDocuments } from './document.ts'

/** Many users and departments; nothing else that a picker does not show. */
const SIZES = { ...LARGE, entries: 100, dicts: 20, dictItems: 100, logs: 0 }

/** Starts the built server over many users, departments and rows to search; answers its address and how to end it. */
export async function openPickerBench(): Promise<{ base: string; close(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'expo-bench-pickers-'))
  chmodSync(dir, 0o755)
  for (const document of pickerDocuments)
    writeFileSync(join(dir, `${document.code}.form.json`), JSON.stringify(document))
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(dir, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const postgres = await launchPostgres({ dataDir: join(dir, 'data'), fsync: false })
    ends.push(() => postgres.stop())
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    const env = { DATABASE_URL: urlOf(postgres.connect), SCHEMAS_DIR: dir, LOG_LEVEL: 'warn' }
    const start = () => startServer(join(dir, 'files'), port, env)
    const first = await start()
    const { tenant } = await signIn(`${base}/jeecg-boot`).finally(() => stopServer(first))
    await fillLarge(postgres.connect, tenant, SIZES)
    const client = new pg.Client(postgres.connect)
    await client.connect()
    try {
      for (const statement of fillStatements) await client.query(statement, [tenant])
      await client.query('vacuum analyze data.bench_goods')
    } finally {
      await client.end()
    }
    const server = await start()
    ends.push(() => stopServer(server))
    return { base, close }
  } catch (error) {
    await close()
    throw error
  }
}
