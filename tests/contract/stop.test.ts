import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#tests/e2e/server.ts'
import { isRunning } from '#tests/helpers/processes.ts'
import { buildServer, postmasterOf, type RealServer, startReal } from '#tests/helpers/real-server.ts'

const PASSWORD = 'stop-Admin-1'
/**
 * How long a stop may take (ms), calls under way included: 5000 where the machine is free. Beside other tests it is only
 * told apart from one that waits for the call, whose own limits end it after 35 s.
 */
const STOP_MS = Number(process.env.STOP_MS ?? 20_000)

/** A save whose client stops sending in the middle: nothing but the cut ends it. */
async function sendHalfABody({ hostname, port, pathname }: URL, token: string): Promise<Socket> {
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    `POST ${pathname}/online/cgform/api/form/expo_requirement HTTP/1.1\r\nHost: ${hostname}\r\nX-Access-Token: ${token}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n',
  )
  // The server has read the head and waits for the body.
  await once(socket, 'data')
  socket.resume()
  socket.write('{"name":')
  return socket
}

describe.skipIf(process.platform !== 'linux')('a server that is told to stop', () => {
  let dataDir = ''
  let base = ''
  let server: RealServer
  let token = ''

  beforeAll(async () => {
    const main = buildServer('.cache/stop-server')
    dataDir = mkdtempSync(join(tmpdir(), 'expo-stop-'))
    chmodSync(dataDir, 0o755)
    const port = await freePort()
    base = `http://127.0.0.1:${port}/jeecg-boot`
    server = await startReal(main, {
      PORT: String(port),
      DATA_DIR: dataDir,
      EXAMPLE_DATA: '0',
      ADMIN_PASSWORD: PASSWORD,
    })
    const { result } = (await (
      await fetch(`${base}/sys/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: PASSWORD }),
      })
    ).json()) as { result: { token: string } }
    token = result.token
  })
  afterAll(async () => {
    if (server?.process.exitCode === null) {
      server.process.kill('SIGTERM')
      await server.ended
    }
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function connected(): Promise<pg.Client> {
    const client = new pg.Client({
      host: join(dataDir, 'run'),
      port: 5432,
      user: 'expo',
      password: readFileSync(join(dataDir, 'postgres.password'), 'utf8'),
      database: 'expo',
    })
    // The stop ends this connection, too.
    client.on('error', () => {})
    await client.connect()
    return client
  }

  it('ends soon with calls in flight, which are answered 503, and leaves no process behind [R-11]', async () => {
    const postmaster = postmasterOf(dataDir)
    const holder = await connected()
    const watcher = await connected()
    await holder.query('begin')
    await holder.query('lock table data.expo_requirement in access exclusive mode')
    // More than there are connections to the database: some wait for one.
    const calls = Array.from({ length: 40 }, () =>
      fetch(`${base}/online/cgform/api/getData/expo_requirement`, { headers: { 'X-Access-Token': token } }),
    )
    const waiting = async () => {
      const { rows } = await watcher.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'",
      )
      return rows[0]?.n
    }
    await expect.poll(waiting, { timeout: 60_000 }).toBe(12)
    const halfSent = await sendHalfABody(new URL(base), token)

    const told = performance.now()
    server.process.kill('SIGTERM')
    for (const call of calls) expect((await call).status).toBe(503)
    expect(await server.ended, server.output()).toBe(0)
    expect(performance.now() - told).toBeLessThan(STOP_MS)
    expect(halfSent.destroyed).toBe(true)
    expect(isRunning(postmaster)).toBe(false)
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })
})
