import { createHash, randomUUID } from 'node:crypto'
import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from '../errors.ts'
import { tokenOf } from '../http/access.ts'
import { hashToken } from '../permission/session-store.ts'
import { type Connection, type Hub, SESSION_ENDED } from './hub.ts'
import type { LiveRows } from './live-rows.ts'
import { isOwnOrigin } from './origin.ts'

export interface SocketParts {
  hub: Hub
  liveRows: LiveRows
  /** Origins of the product behind a proxy. */
  publicOrigins: readonly string[]
}

/** A connection that says more than this is not a page of ours. */
const MESSAGES = { max: 200, everyMs: 10_000 }
/** What waits for a slow reader before it is given up. */
const MAX_BUFFERED_BYTES = 1024 * 1024
const POLICY_VIOLATION = 1008
const TRY_LATER = 1013

/** `/websocket/{userId}`, also `{userId}_{md5 of the token}`, for the bell, `/vxeSocket/{userId}/{pageId}` for tables that several people show. */
export function registerSockets(app: FastifyInstance, { hub, liveRows, publicOrigins }: SocketParts): void {
  const options = {
    websocket: true,
    config: { access: 'signedIn' },
    onRequest: async (request: FastifyRequest) => {
      // A plain request gets a plain 404.
      if (!request.ws) return
      const { userId } = request.params as { userId: string }
      const { origin, host } = request.headers
      if (!isOwnOrigin(origin, host, publicOrigins)) throw forbidden('来源不受信任')
      // Only the session's own user is listened for. The 3.x client adds a mark of its token.
      const [id, mark] = userId.split('_', 2)
      if (id !== request.session.userId || (mark !== undefined && mark !== md5(tokenOf(request) ?? '')))
        throw forbidden()
    },
  } as const

  app.get('/websocket/:userId', options, (socket, request) => {
    const connection = connect(socket, request, { kind: 'notices', page: null }, hub)
    // Whatever is said here is a heartbeat.
    if (connection)
      listen(socket, () => connection.send(JSON.stringify({ cmd: 'heartcheck', msgTxt: '心跳响应' })))
  })

  app.get<{ Params: { userId: string; pageId: string } }>(
    '/vxeSocket/:userId/:pageId',
    options,
    (socket, request) => {
      const { pageId } = request.params
      const connection = connect(socket, request, { kind: 'tables', page: pageId }, hub)
      if (!connection) return
      // One after the other: a place is told in a room that was joined before.
      let turn = Promise.resolve()
      const next = (take: () => Promise<void>): void => {
        turn = turn.then(take).catch((error: unknown) => {
          request.log.error({ err: error }, 'table message not passed on')
        })
      }
      listen(socket, (text) => next(() => liveRows.receive(connection, pageId, text)))
      socket.on('close', () => next(() => liveRows.left(connection)))
    },
  )
}

function connect(
  socket: WebSocket,
  request: FastifyRequest,
  what: Pick<Connection, 'kind' | 'page'>,
  hub: Hub,
): Connection | null {
  const token = tokenOf(request)
  if (!token) {
    socket.close(SESSION_ENDED, 'no session')
    return null
  }
  let isAlive = true
  const connection: Connection = {
    id: randomUUID(),
    ...what,
    session: request.session,
    tokenHash: hashToken(token),
    socketKeys: new Set(),
    places: new Map(),
    send(text) {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
      else socket.send(text)
    },
    probe() {
      if (!isAlive) return false
      isAlive = false
      socket.ping()
      return true
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  }
  if (!hub.add(connection)) {
    socket.close(TRY_LATER, 'too many connections')
    return null
  }
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('close', () => hub.remove(connection))
  return connection
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** Hands texts on, within the limit. */
function listen(socket: WebSocket, take: (text: string) => void): void {
  let count = 0
  let since = Date.now()
  socket.on('message', (data, isBinary) => {
    const now = Date.now()
    if (now - since > MESSAGES.everyMs) {
      since = now
      count = 0
    }
    count++
    if (isBinary || count > MESSAGES.max) {
      socket.close(POLICY_VIOLATION, 'not accepted')
      return
    }
    take(String(data))
  })
}
