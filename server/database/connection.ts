import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Connect } from './connect.ts'
import { watchStatements } from './open-statements.ts'
import type { Tables } from './tables.ts'

/** Somebody who listens to a channel. `onUp(false)`: notifications may be missed until `onUp(true)`. */
export interface Listener {
  onMessage(payload: string): void
  onUp?(up: boolean): void
}

/** The ways to the database: one pool that may write, one on which a write is an error. */
export interface Connections {
  write: Kysely<Tables>
  read: Kysely<Tables>
  writePool: pg.Pool
  readPool: pg.Pool
  /** Listens to NOTIFY on a connection of its own, which is renewed when it breaks. Answers what ends it. */
  listen(channel: string, listener: Listener): () => void
  /** Ends the statements under way and those begun before `until` is settled, whose callers get an error: for a stop. */
  endStatements(until: Promise<unknown>): Promise<void>
  close(): Promise<void>
}

const READ_CONNECTIONS = 12
const WRITE_CONNECTIONS = 10
/** A request waits this long for a free connection before it is answered 503. */
const CONNECT_TIMEOUT_MS = 5000
/** No statement of ours runs longer; a forgotten lock must not hold requests for ever. */
const STATEMENT_TIMEOUT_MS = 30_000
const RELISTEN_MS = 500

const OID = { int8: 20, date: 1082, timestamp: 1114, numeric: 1700 } as const

/** Dates and times stay the text that the wire carries; numbers become numbers while that loses nothing. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === OID.date || oid === OID.timestamp) return (text: string) => text
    if (oid === OID.int8 || oid === OID.numeric) return exactNumber
    return pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** JSON numbers carry 15 significant digits safely; a longer one stays text. */
function exactNumber(text: string): number | string {
  return text.replace(/^-?0*/, '').replace('.', '').length <= 15 ? Number(text) : text
}

/** Opens both pools. Nothing is connected before the first query. */
export function openConnections(connect: Connect): Connections {
  const common: pg.PoolConfig = {
    ...connect,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    // Idle connections keep memory on the server side.
    idleTimeoutMillis: 30_000,
  }
  const writePool = new pg.Pool({
    ...common,
    max: WRITE_CONNECTIONS,
    application_name: 'expo-write',
    options: '-c search_path=platform -c timezone=UTC',
  })
  const readPool = new pg.Pool({
    ...common,
    max: READ_CONNECTIONS,
    application_name: 'expo-read',
    options: '-c search_path=platform -c timezone=UTC -c default_transaction_read_only=on',
  })
  for (const pool of [writePool, readPool]) {
    // A broken idle connection is replaced by the pool; without a listener it would end the process.
    pool.on('error', () => {})
    // So would one that breaks between two statements of a transaction: the next statement says it.
    pool.on('connect', (client) => client.on('error', () => {}))
  }

  const statements = watchStatements([writePool, readPool], connect)
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | null = null
  /** Set once the client is connected and listens to every channel known by then. */
  let up = false
  let closed = false
  let retry: NodeJS.Timeout | null = null

  async function connectListener(): Promise<void> {
    if (closed || client || listeners.size === 0) return
    const fresh = new pg.Client({ ...common, application_name: 'expo-listen' })
    client = fresh
    const lost = () => {
      if (client !== fresh) return
      client = null
      up = false
      fresh.removeAllListeners()
      fresh.on('error', () => {})
      void fresh.end().catch(() => {})
      for (const set of listeners.values()) for (const listener of set) listener.onUp?.(false)
      if (!closed) retry = setTimeout(() => void connectListener(), RELISTEN_MS)
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners.get(channel) ?? []) listener.onMessage(payload)
    })
    try {
      await fresh.connect()
      // A Map's iteration also sees what is added while it runs.
      for (const channel of listeners.keys()) await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`)
      if (client !== fresh) return
      up = true
      for (const set of listeners.values()) for (const listener of set) listener.onUp?.(true)
    } catch {
      lost()
    }
  }

  let last: Promise<unknown> = Promise.resolve()
  /** Adds a channel to a client that listens already; one statement at a time. */
  function listenLater(to: pg.Client, channel: string, listener: Listener): void {
    last = last.then(() =>
      to.query(`listen ${to.escapeIdentifier(channel)}`).then(
        () => listener.onUp?.(true),
        // The connection broke: its successor listens to all channels.
        () => undefined,
      ),
    )
  }

  return {
    write: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: writePool }) }),
    read: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: readPool }) }),
    writePool,
    readPool,
    listen(channel, listener) {
      const set = listeners.get(channel) ?? new Set()
      set.add(listener)
      listeners.set(channel, set)
      if (!client) void connectListener()
      else if (up) listenLater(client, channel, listener)
      return () => set.delete(listener)
    },
    endStatements: (until) => statements.end(until),
    async close() {
      closed = true
      if (retry) clearTimeout(retry)
      const current = client
      client = null
      current?.removeAllListeners()
      current?.on('error', () => {})
      await current?.end().catch(() => {})
      await Promise.all([readPool.end(), writePool.end()])
      await statements.close()
    },
  }
}
