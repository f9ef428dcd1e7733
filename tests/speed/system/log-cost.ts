import { performance } from 'node:perf_hooks'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Connect } from '#server/database/connect.ts'
import { openConnections } from '#server/database/connection.ts'
import { createDocuments } from '#server/modules/document/documents.ts'
import { PASSWORDS } from '../../e2e/server.ts'
import { type Figure, median } from '../report.ts'

const ROUNDS = 9
const SAVES = 100
const API = '/jeecg-boot'

/** What a save costs with its line in the log beside one without: blocks in turn, each until its lines are written. */
export async function logCostFigure(connect: Connect): Promise<Figure> {
  const connections = openConnections(connect)
  const documents = await createDocuments({ dirs: ['schemas/pages'], pool: connections.writePool })
  const app = await buildApp({
    config: readConfig({ LOG_LEVEL: 'fatal' }, '/nowhere'),
    connections,
    documents,
  })
  try {
    await app.server.ready()
    const login = await app.server.inject({
      method: 'POST',
      url: `${API}/sys/login`,
      payload: { username: 'admin', password: PASSWORDS.admin },
    })
    const { token } = login.json<{ result: { token: string } }>().result
    const log = { write: app.events.write, takeTold: app.events.takeTold, takeDescription: () => null }
    const none: typeof log = { write: () => undefined, takeTold: () => true, takeDescription: () => null }
    const times = { log: [] as number[], none: [] as number[] }
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, events] of [
        ['log', log],
        ['none', none],
      ] as const) {
        Object.assign(app.events, events)
        const ms = await block(app, token, `${name}${round}`)
        if (round > 0) times[name].push(ms / SAVES)
      }
    return {
      name: 'a save with its line in the log; without',
      ours: median(times.log),
      peer: median(times.none),
      unit: 'ms',
      bound: { kind: 'atMost', value: 1.1 },
    }
  } finally {
    await app.close()
    documents.close()
    await connections.close()
  }
}

async function block(app: App, token: string, name: string): Promise<number> {
  const begun = performance.now()
  for (let at = 0; at < SAVES; at++) {
    const answer = await app.server.inject({
      method: 'POST',
      url: `${API}/online/cgform/api/form/sys_position`,
      headers: { 'x-access-token': token },
      payload: { code: `bench_${name}_${at}`, name: `职务 ${at}`, postRank: '1' },
    })
    if (answer.json<{ success: boolean }>().success !== true) throw new Error(answer.body)
  }
  await app.events.settled()
  return performance.now() - begun
}
