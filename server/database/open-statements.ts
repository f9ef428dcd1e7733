import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import type { Connect } from './connect.ts'

/** How often statements under way are looked at, and how long one may be before the database is asked for a sign of life (ms). */
const LOOK_MS = 1000
/** The sign of life has to come within this. With the two above the caller hears of a dead database within six seconds. */
const ALIVE_MS = 3000

/** What runs on the connections of some pools. */
export interface OpenStatements {
  /**
   * Ends every statement under way, at the server too; its caller gets an error, and so does whoever gets a connection
   * before `until` is settled: calls that waited for one.
   */
  end(until: Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/**
 * Watches connections in use. A database that stands still (frozen, cut off without a word) never answers and never
 * breaks a connection: when it gives no sign of life on another connection, those in use are broken here.
 */
export function watchStatements(pools: readonly pg.Pool[], connect: Connect): OpenStatements {
  const inUse = new Map<pg.PoolClient, number>()
  for (const pool of pools) {
    pool.on('acquire', (client) => {
      inUse.set(client, performance.now())
      if (isEnding) socketOf(client)?.destroy()
    })
    pool.on('release', (_error, client) => inUse.delete(client))
    pool.on('remove', (client) => inUse.delete(client))
  }
  let probe: pg.Client | null = null
  let isLooking = false
  let isEnding = false

  function forget(): void {
    const old = probe
    probe = null
    old?.removeAllListeners()
    old?.on('error', () => {})
    if (old) socketOf(old)?.destroy()
  }

  async function isAlive(): Promise<boolean> {
    let answered = false
    const ask = async () => {
      if (!probe) {
        probe = new pg.Client({ ...connect, application_name: 'expo-probe' })
        probe.on('error', forget)
        await probe.connect()
      }
      await probe.query('select 1')
    }
    const asked = ask().then(
      () => {
        answered = true
      },
      (error: { severity?: unknown }) => {
        // A refusal of the server (too many connections) is a sign of life, too.
        answered = error.severity !== undefined
        forget()
      },
    )
    let timer: NodeJS.Timeout | undefined
    await Promise.race([
      asked,
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ALIVE_MS)
      }),
    ])
    clearTimeout(timer)
    // This process may have been the one that stood still: what has arrived meanwhile is read first.
    for (let turns = 0; turns < 3 && !answered; turns++) await turn()
    return answered
  }

  async function look(): Promise<void> {
    const since = performance.now() - LOOK_MS
    if (isLooking || ![...inUse.values()].some((at) => at < since)) return
    isLooking = true
    try {
      if (await isAlive()) return
      forget()
      for (const [client, at] of inUse) if (at < performance.now() - LOOK_MS) socketOf(client)?.destroy()
    } finally {
      isLooking = false
    }
  }

  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()

  return {
    async end(until) {
      isEnding = true
      const over = () => {
        isEnding = false
      }
      until.then(over, over)
      const ids = [...inUse.keys()].map((client) => (client as unknown as { processID: number }).processID)
      if (ids.length === 0) return
      const client = new pg.Client({ ...connect, connectionTimeoutMillis: LOOK_MS, query_timeout: LOOK_MS })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [ids])
      } catch {
        for (const one of inUse.keys()) socketOf(one)?.destroy()
      } finally {
        void client.end().catch(() => {})
      }
    },
    async close() {
      clearInterval(timer)
      forget()
    },
  }
}

/** The socket below a client, which its types do not show. */
function socketOf(client: pg.ClientBase): Socket | undefined {
  return (client as unknown as { connection?: { stream?: Socket } }).connection?.stream
}
