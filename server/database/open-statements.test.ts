import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { isDatabaseDown } from '../http/errors.ts'
import { type Connections, openConnections } from './connection.ts'

/** A way to the database that can stand still: connections stay, nothing passes. */
class Way {
  readonly folder = mkdtempSync(join(tmpdir(), 'pg-'))
  readonly sockets: Socket[] = []
  private readonly server: Server
  constructor(host: string, port: number) {
    const name = `.s.PGSQL.${port}`
    this.server = createServer((near) => {
      const far = dial(join(host, name))
      for (const socket of [near, far]) {
        socket.on('error', () => {})
        this.sockets.push(socket)
      }
      near.pipe(far).pipe(near)
    }).listen(join(this.folder, name))
  }
  freeze(): void {
    for (const socket of this.sockets) socket.unpipe().pause()
    this.server.removeAllListeners('connection')
  }
  close(): void {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

let database: TestDatabase
let way: Way
let connections: Connections
beforeAll(async () => {
  database = await createTestDatabase()
  const { host, port } = database.connect
  way = new Way(String(host), Number(port ?? 5432))
  connections = openConnections({ ...database.connect, host: way.folder })
})
afterAll(async () => {
  way.close()
  await connections.close().catch(() => undefined)
  await database.drop()
})

it('ends statements of a database that stands still within six seconds, those under way and new ones', async () => {
  const { writePool, readPool } = connections
  await Promise.all([writePool.query('select 1'), readPool.query('select 1')])
  const failed = (work: Promise<unknown>) =>
    work.then(
      () => 'answered',
      (error: unknown) => (isDatabaseDown(error) ? 'down' : error),
    )
  const underWay = failed(writePool.query('select pg_sleep(30)'))
  // A long statement of a living database goes on.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  const begun = performance.now()
  way.freeze()
  const next = failed(readPool.query('select 1'))
  expect(await Promise.all([underWay, next])).toEqual(['down', 'down'])
  expect(performance.now() - begun).toBeLessThan(6000)
})
