import type { PushMessage } from '#schemas/api/announcement.ts'
import type { Place } from '#schemas/api/presence.ts'
import type { Connections } from '../database/connection.ts'
import { RIGHTS_CHANGED, RIGHTS_CHANNEL } from '../permission/rights-channel.ts'
import type { Session } from '../permission/session.ts'
import type { FindLive } from './live-sessions.ts'
import { PUSH_CHANNEL, type Push, parsePush } from './push.ts'

/** An open connection of a browser. */
export interface Connection {
  /** Of this connection alone. */
  readonly id: string
  readonly kind: 'notices' | 'tables'
  readonly session: Session
  readonly tokenHash: string
  /** Name of its page, which it gave itself; null for bells. */
  readonly page: string | null
  /** Tables that its page shows. */
  socketKeys: ReadonlySet<string>
  /** Where its user is in the records that its page has open. */
  readonly places: Map<string, Place | null>
  send(text: string): void
  /** Asks the other side for a sign of life; answers false when the last question is still open. */
  probe(): boolean
  close(code: number, reason: string): void
  terminate(): void
}

/** The connections of this process. */
export interface Hub {
  /** False when the user has too many open. */
  add(connection: Connection): boolean
  remove(connection: Connection): void
  /** Says it to every browser that is signed in at this process. */
  tellAll(message: PushMessage): void
  close(): void
}

export interface HubParts {
  connections: Connections
  findLive: FindLive
  /** Text for one connection, or null when it may not hear of it. */
  tableText(connection: Connection, push: Extract<Push, { to: 'tables' }>): Promise<string | null>
  /** What one connection is told of changed rows: for each of its lists of that table. */
  rowsTexts(connection: Connection, push: Extract<Push, { to: 'rows' }>): Promise<readonly string[]>
  /** What one connection is told of another that has a record open, or null when it may not hear of it. */
  presenceText(connection: Connection, push: Extract<Push, { to: 'presence' }>): Promise<string | null>
  warn(reason: unknown, message: string): void
}

/** How often each connection is asked for a sign of life. */
const PROBE_MS = 20_000
/** How often sessions are looked up, beside every change of sessions or rights. */
const SESSIONS_MS = 60_000
/** Changes of rights that come together are looked at together. */
const SETTLE_MS = 100
/** More tabs than anybody opens. */
const MAX_PER_USER = 60
/** Close code for a session that is over; a private one, which the browser knows. */
export const SESSION_ENDED = 4401

/** Delivers pushes to the connections of this process, and ends those whose session is over. */
export function createHub(parts: HubParts): Hub {
  const { connections, findLive, tableText, rowsTexts, presenceText, warn } = parts
  const open = new Set<Connection>()

  function deliver(push: Push): void {
    if (push.to === 'users') {
      const users = push.userIds === null ? null : new Set(push.userIds)
      for (const connection of open) {
        const { session, kind } = connection
        if (kind !== 'notices' || session.tenantId !== push.tenantId) continue
        if (users && !users.has(session.userId)) continue
        connection.send(JSON.stringify(users ? { ...push.message, userId: session.userId } : push.message))
      }
      return
    }
    if (push.to === 'rows') {
      for (const connection of open) {
        const { kind, session, socketKeys } = connection
        if (kind !== 'tables' || session.tenantId !== push.tenantId || socketKeys.size === 0) continue
        rowsTexts(connection, push).then(
          (texts) => texts.forEach(connection.send),
          (error: unknown) => warn(error, 'changed rows not told'),
        )
      }
      return
    }
    const key = push.to === 'tables' ? push.socketKey : push.room
    for (const connection of open) {
      if (connection.kind !== 'tables' || connection.id === push.from) continue
      if (connection.session.tenantId !== push.tenantId || !connection.socketKeys.has(key)) continue
      const text = push.to === 'tables' ? tableText(connection, push) : presenceText(connection, push)
      text.then(
        (text) => {
          if (text !== null) connection.send(text)
        },
        (error: unknown) => warn(error, 'table message not delivered'),
      )
    }
  }

  async function endDead(): Promise<void> {
    const hashes = [...new Set([...open].map(({ tokenHash }) => tokenHash))]
    const live = await findLive(hashes)
    for (const connection of open)
      if (
        hashes.includes(connection.tokenHash) &&
        live.get(connection.tokenHash) !== connection.session.tenantId
      )
        connection.close(SESSION_ENDED, 'session ended')
  }

  let settling: NodeJS.Timeout | null = null
  function lookSoon(): void {
    settling ??= setTimeout(() => {
      settling = null
      endDead().catch((error: unknown) => warn(error, 'sessions of sockets not looked up'))
    }, SETTLE_MS)
  }

  let wasDown = false
  const endings = [
    connections.listen(PUSH_CHANNEL, {
      onMessage(payload) {
        const push = parsePush(payload)
        if (push) deliver(push)
      },
      onUp(up) {
        // Messages sent while the connection was lost are unknown: every bell loads its notices.
        if (up && wasDown)
          for (const connection of open)
            if (connection.kind === 'notices') connection.send(JSON.stringify({ cmd: 'topic' }))
        wasDown = !up
      },
    }),
    connections.listen(RIGHTS_CHANNEL, {
      onMessage(payload) {
        lookSoon()
        if (payload !== RIGHTS_CHANGED) return
        for (const connection of open)
          if (connection.kind === 'notices') connection.send(JSON.stringify({ cmd: 'rights' }))
      },
      onUp: (up) => {
        if (up) lookSoon()
      },
    }),
  ]
  const probing = setInterval(() => {
    for (const connection of open) if (!connection.probe()) connection.terminate()
  }, PROBE_MS)
  const looking = setInterval(() => {
    if (open.size > 0) lookSoon()
  }, SESSIONS_MS)

  return {
    add(connection) {
      const { userId } = connection.session
      let own = 0
      for (const other of open) if (other.session.userId === userId) own++
      if (own >= MAX_PER_USER) return false
      open.add(connection)
      return true
    },
    remove: (connection) => open.delete(connection),
    tellAll(message) {
      const text = JSON.stringify(message)
      for (const connection of open) if (connection.kind === 'notices') connection.send(text)
    },
    close() {
      for (const end of endings) end()
      clearInterval(probing)
      clearInterval(looking)
      if (settling) clearTimeout(settling)
    },
  }
}
