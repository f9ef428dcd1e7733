import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EventLog } from '../operation/event-log.ts'
import { maskedParameters } from '../operation/masked-parameters.ts'
import { meantStatus } from './dialect.ts'
import { requestEvent } from './request-event.ts'

/** What the log says of a change, and whose values it masks. */
export interface ChangeWords {
  content: string
  /** Value of the dictionary operate_type. */
  type: number
  /** Names of columns that are not everybody's to read. */
  hidden: ReadonlySet<string>
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * One line of the log for every call that may change something, after it was answered; where a module has written a line
 * of its own, that one says more. Calls without a session (sign-in, registration) tell of themselves.
 */
export function installChangeLog(
  app: FastifyInstance,
  { log, words }: { log: EventLog; words(request: FastifyRequest): ChangeWords },
): void {
  const refused = new WeakSet<FastifyRequest>()

  // Refusals that are expected are answered with status 200.
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    if (!READS.has(request.method) && (payload as { success?: unknown } | null)?.success === false)
      refused.add(request)
    done(null, payload)
  })

  app.addHook('onResponse', (request, reply, done) => {
    done()
    if (READS.has(request.method)) return
    const isTold = log.takeTold(String(request.id))
    const described = log.takeDescription(String(request.id))
    const { access, readsOnly } = request.routeOptions.config
    if (isTold || readsOnly || !access || access === 'public' || !request.visitor) return
    const { content, type, hidden } = words(request)
    const statusCode = meantStatus(request, reply)
    const result =
      statusCode >= 500 ? 'failure' : statusCode >= 400 || refused.has(request) ? 'refused' : 'success'
    log.write({
      ...requestEvent(request),
      kind: 'operation',
      content: result === 'success' && described ? described : content,
      result,
      change: {
        type,
        url: request.url.split('?', 1)[0] ?? '',
        parameters: maskedParameters({ ...(request.query as object), body: request.body }, hidden),
        ms: Math.round(reply.elapsedTime),
      },
    })
    // This line is the last of its request.
    log.takeTold(String(request.id))
  })
}
