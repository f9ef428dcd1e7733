import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openConnections } from '#server/database/connection.ts'
import { createDocuments } from '#server/modules/document/documents.ts'
import { type Figure, median } from '../report.ts'
import type { MillionBench } from './million-bench.ts'

const ROUNDS = 9
const SAVES = 50
const API = '/jeecg-boot'
/** Statements that keep what records were before and after a change. */
const HISTORY = 'insert into platform.operation_change'

/** What saving a record of twenty columns costs with its values before and after in the log, beside without: blocks in turn. */
export async function historyFigure(bench: MillionBench): Promise<Figure> {
  const connections = openConnections(bench.connect)
  const history = switchable(connections.writePool)
  const documents = await createDocuments({
    dirs: ['schemas/pages', bench.documents],
    pool: connections.writePool,
  })
  const app = await buildApp({
    config: readConfig({ LOG_LEVEL: 'fatal' }, '/nowhere'),
    connections,
    documents,
  })
  try {
    await app.server.ready()
    const times = { on: [] as number[], off: [] as number[] }
    let version = 1
    for (let round = 0; round <= ROUNDS; round++)
      for (const state of ['on', 'off'] as const) {
        history.isKept = state === 'on'
        const ms = await block(app, bench, version)
        version += 1
        if (round > 0) times[state].push(ms / SAVES)
      }
    const expected = (ROUNDS + 1) * SAVES
    if (history.left !== expected) throw new Error(`${history.left} changes were left out, not ${expected}`)
    return {
      name: 'a save of 20 columns with its history; without',
      ours: median(times.on),
      peer: median(times.off),
      unit: 'ms',
      bound: { kind: 'atMost', value: 1.25 },
    }
  } finally {
    await app.close()
    documents.close()
    await connections.close()
  }
}

/** Lets statements about history pass or leaves them out: only here can a save be had without. */
function switchable(pool: pg.Pool): { isKept: boolean; left: number } {
  const history = { isKept: true, left: 0 }
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const passed = (...given: unknown[]) => {
      if (history.isKept || typeof given[0] !== 'string' || !given[0].startsWith(HISTORY))
        return query(...given)
      history.left += 1
      return Promise.resolve({ rows: [], rowCount: 0 })
    }
    Object.assign(client, { query: passed })
  })
  return history
}

async function block(app: App, { headers }: MillionBench, version: number): Promise<number> {
  const begun = performance.now()
  for (let at = 1; at <= SAVES; at++) {
    const answer = await app.server.inject({
      method: 'PUT',
      url: `${API}/online/cgform/api/form/bench_100k`,
      headers,
      payload: { id: `w${at}`, _version: version, name: `展会 ${at} ${version}`, amount: version },
    })
    if (answer.json<{ success: boolean }>().success !== true) throw new Error(answer.body)
  }
  await app.events.settled()
  return performance.now() - begun
}
