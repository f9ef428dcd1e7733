import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Attributes, Exporter, Span } from './exporter.ts'

/** A piece of work under way, below which others begin. */
interface Open {
  traceId: string
  spanId: string
}

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/
const MAX_STATEMENT = 2000
const current = new AsyncLocalStorage<Open>()

/** Traces of what a process does. */
export interface Tracing {
  /** Every call becomes a span, named after its route: an address may hold tokens and names. */
  watchCalls(app: FastifyInstance): void
  /** Every statement below a traced call or job becomes a span with the statement's text, without its values. */
  watchStatements(pool: pg.Pool): void
  /** Does some work as a span of its own. */
  work<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
}

/** Traces that end in an exporter; `ratio` of the calls and jobs are traced. */
export function createTracing(exporter: Pick<Exporter, 'span'>, ratio: number): Tracing {
  const begin = (parent: { traceId: string } | null): Open => ({
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  })
  const isChosen = () => ratio >= 1 || Math.random() < ratio
  const ended = (open: Open, startMs: number, rest: Omit<Span, 'traceId' | 'spanId' | 'startMs' | 'endMs'>) =>
    exporter.span({ ...open, startMs, endMs: nowMs(), ...rest })

  return {
    watchCalls(app) {
      const calls = new WeakMap<object, { open: Open; parentId: string | null; startMs: number }>()
      app.addHook('onRequest', (request, _reply, done) => {
        if (!isChosen()) return done()
        const [, traceId, parentId] = PARENT.exec(String(request.headers.traceparent ?? '')) ?? []
        const open = begin(traceId ? { traceId } : null)
        calls.set(request, { open, parentId: parentId ?? null, startMs: nowMs() })
        current.run(open, done)
      })
      app.addHook('onResponse', (request, reply, done) => {
        const call = calls.get(request)
        if (call) {
          const route = request.routeOptions.url ?? 'unknown'
          ended(call.open, call.startMs, {
            parentId: call.parentId,
            name: `${request.method} ${route}`,
            kind: 'server',
            attributes: {
              'http.request.method': request.method,
              'http.route': route,
              'http.response.status_code': reply.statusCode,
            },
            failed: reply.statusCode >= 500,
          })
        }
        done()
      })
    },

    watchStatements(pool) {
      // A call that waits for a connection goes on in the context of the call that gave it back.
      const connect = pool.connect.bind(pool) as (callback?: (...given: unknown[]) => void) => unknown
      Object.assign(pool, {
        connect: (callback?: (...given: unknown[]) => void) =>
          callback ? connect(AsyncResource.bind(callback)) : connect(),
      })
      const watched = new WeakSet<pg.PoolClient>()
      // Not when it connects: connections may have been made before.
      pool.on('acquire', (client) => {
        if (watched.has(client)) return
        watched.add(client)
        const query = client.query.bind(client) as (...given: unknown[]) => unknown
        Object.assign(client, {
          query(...given: unknown[]) {
            const parent = current.getStore()
            const text = textOf(given[0])
            if (!parent || text === null) return query(...given)
            const open = begin(parent)
            const startMs = nowMs()
            const end = (failed: boolean) => ended(open, startMs, { ...statement(text, parent), failed })
            const callback = given.at(-1)
            if (typeof callback === 'function')
              given[given.length - 1] = (error: unknown, ...more: unknown[]) => {
                end(Boolean(error))
                callback(error, ...more)
              }
            const answer = query(...given)
            if (answer instanceof Promise)
              answer.then(
                () => end(false),
                () => end(true),
              )
            return answer
          },
        })
      })
    },

    work(name, attributes, work) {
      if (!isChosen()) return work()
      const open = begin(null)
      const startMs = nowMs()
      const end = (failed: boolean) =>
        ended(open, startMs, { parentId: null, name, kind: 'internal', attributes, failed })
      return current.run(open, async () => {
        try {
          const result = await work()
          end(false)
          return result
        } catch (error) {
          end(true)
          throw error
        }
      })
    },
  }
}

/** Text of what is to be carried out. A stream that has one never ends as a statement does, and is no span. */
function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null) return null
  return 'text' in query && typeof query.text === 'string' ? query.text : null
}

function statement(
  text: string,
  parent: Open,
): Omit<Span, 'traceId' | 'spanId' | 'startMs' | 'endMs' | 'failed'> {
  // Values are bound and not in the text; what is written into one by hand is left out as well.
  const shown = text.replaceAll(/'(?:[^']|'')*'/g, "'?'").slice(0, MAX_STATEMENT)
  const verb = /^\s*(\w+)/.exec(shown)?.[1]?.toUpperCase() ?? 'SQL'
  return {
    parentId: parent.spanId,
    name: verb,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.text': shown },
  }
}

/** Finer than Date.now(), which many statements would begin and end in. */
function nowMs(): number {
  return performance.timeOrigin + performance.now()
}
