import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpTrace } from '#schemas/api/monitor.ts'
import { isSecretName, MASK } from '../../operation/masked-parameters.ts'

/** Calls that are kept. */
const KEPT = 100
const MAX_VALUE = 300

/** A call as it is kept; it is masked when somebody reads it, so that keeping it costs the call nothing. */
interface Kept {
  at: number
  method: string
  /** The address; the pattern of the route where its parts may be secrets. */
  url: string
  username: string | null
  address: string
  headers: IncomingHttpHeaders
  status: number
  answered: OutgoingHttpHeaders
  ms: number
}

/** The calls that were answered last. */
export interface HttpTraces {
  /** The newest first, without secrets. */
  list(): HttpTrace[]
}

/** Keeps the last calls below `apiBase`, those that ask for this list aside. */
export function watchCalls(app: FastifyInstance, apiBase: string): HttpTraces {
  const ring: Kept[] = []
  let next = 0
  // A connection that is gone when its call is answered names no address any more.
  const addresses = new WeakMap<FastifyRequest, string>()

  app.addHook('onRequest', (request, _reply, done) => {
    addresses.set(request, request.ip)
    done()
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { url: pattern, config } = request.routeOptions
    if (request.url.startsWith(apiBase) && !pattern?.includes('/actuator/')) {
      ring[next] = {
        at: Date.now(),
        method: request.method,
        // Tokens stand in the path of some public calls.
        url: config.access === 'public' || pattern === undefined ? (pattern ?? apiBase) : request.url,
        username: request.visitor?.username ?? null,
        address: addresses.get(request) ?? '',
        headers: request.headers,
        status: reply.statusCode,
        answered: reply.getHeaders() as OutgoingHttpHeaders,
        ms: reply.elapsedTime,
      }
      next = (next + 1) % KEPT
    }
    done()
  })

  return {
    list: () =>
      [...ring.slice(next), ...ring.slice(0, next)].reverse().map(
        (one): HttpTrace => ({
          timestamp: new Date(one.at).toISOString(),
          principal: one.username === null ? null : { name: one.username },
          request: {
            method: one.method,
            uri: maskedAddress(one.url),
            remoteAddress: one.address,
            headers: maskedHeaders(one.headers),
          },
          response: { status: one.status, headers: maskedHeaders(one.answered) },
          timeTaken: Math.round(one.ms),
        }),
      ),
  }
}

function maskedAddress(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2)
  if (!query) return path.slice(0, MAX_VALUE)
  const shown = [...new URLSearchParams(query)].map(
    ([name, value]) => `${name}=${isSecretName(name) ? MASK : value.slice(0, MAX_VALUE)}`,
  )
  return `${path.slice(0, MAX_VALUE)}?${shown.join('&').slice(0, 2 * MAX_VALUE)}`
}

function maskedHeaders(headers: IncomingHttpHeaders | OutgoingHttpHeaders): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return []
      // A socket carries its token as the name of a protocol.
      const isSecret = isSecretName(name) || name === 'sec-websocket-protocol' || /sign/i.test(name)
      const values = Array.isArray(value) ? value : [String(value)]
      return [[name, isSecret ? [MASK] : values.map((one) => one.slice(0, MAX_VALUE))]]
    }),
  )
}
