import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { open } from '#schemas/api/answer.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import { EXTERNAL_CALL } from '#schemas/api/permission-codes.ts'
import { AppError } from '../../errors.ts'
import { requestEvent } from '../../http/request-event.ts'
import { route } from '../../http/route.ts'
import type { EventLog } from '../../operation/event-log.ts'
import { type ExternalAnswer, type ExternalCall, NoExternalAnswer } from './external-call.ts'

/** Longest address that is passed on. */
const MAX_URL = 2000

/** Status from which on an answer is a failure of the other system. */
const FAILURE_FROM = 500

/** A path is read as the browser reads it, which needs some host. */
const NO_HOST = 'http://gateway.invalid'

/** Calls of one user in a minute. */
const PER_USER = { max: 60, timeWindow: '1 minute' }

const querystring = Type.Unsafe<{ url: string; _t?: unknown } & Record<string, unknown>>(
  Type.Object({ url: Type.String({ minLength: 1, maxLength: MAX_URL }) }, { additionalProperties: true }),
)

const theirs = open<unknown>('another system answers it')

/** Where a path leads by the routes of the gateway; `ended` is told whether the system answered without a failure. */
export interface RoutedTarget {
  url: string
  ended(well: boolean): void
}

export interface ExternalCallRouteParts {
  call(given: ExternalCall): Promise<ExternalAnswer>
  /** Finds the target of a path; refuses one that no route takes. */
  routed(request: FastifyRequest, path: URL): Promise<RoutedTarget>
  log: EventLog
}

/**
 * `/sys/common/transitRESTful?url=…`: calls of pages to allowed other systems. Name and answer are the wire's. A complete
 * address is called as it is, a path (`/orders/1`) goes where the routes of the gateway say.
 */
export function registerExternalCall(
  app: FastifyInstance,
  { call, routed, log }: ExternalCallRouteParts,
): void {
  const ofUser = app.createRateLimit({ ...PER_USER, keyGenerator: ({ session }) => session.userId })

  route(
    app,
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    '/sys/common/transitRESTful',
    { access: { permission: EXTERNAL_CALL }, query: querystring, answer: theirs, refusal: theirs },
    async (request) => {
      const { method, query, body } = request
      const calls = await ofUser(request)
      if (!calls.isAllowed && calls.isExceeded) throw new AppError('TOO_MANY_REQUESTS')
      // The time stamp is the browser's own, against its cache.
      const { url, _t, ...params } = query
      const path = pathOf(url)
      const target = path ? await routed(request, path) : null
      const address = target && path ? target.url + path.search : url
      const written = (result: 'success' | 'failure', status: number) =>
        log.write({
          ...requestEvent(request, '/sys/common/transitRESTful'),
          kind: 'operation',
          content: `调用外部系统：${method} ${addressOf(address)}，${status}`,
          result,
        })
      try {
        const answer = await call({ method, url: address, params, body })
        written('success', answer.status)
        target?.ended(answer.status < FAILURE_FROM)
        const success = answer.status >= 200 && answer.status < 300
        return success
          ? ok(answer.body, undefined, answer.status)
          : refused(`外部系统返回 ${answer.status}`, answer.status, answer.body)
      } catch (error) {
        if (!(error instanceof NoExternalAnswer)) throw error
        written('failure', error.status)
        target?.ended(false)
        return refused(error.message, error.status)
      }
    },
  )
}

/** The path and query that a page asks the gateway for; null for a complete address. */
function pathOf(url: string): URL | null {
  return /^\/(?![/\\])/.test(url) && URL.canParse(url, NO_HOST) ? new URL(url, NO_HOST) : null
}

/** Without the query, which may hold what no log should. */
function addressOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}
