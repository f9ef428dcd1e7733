import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { ok, refused } from '#schemas/api/envelope.ts'
import { requestEvent } from '../../http/request-event.ts'
import type { EventLog } from '../../operation/event-log.ts'
import { type ExternalAnswer, type ExternalCall, NoExternalAnswer } from './external-call.ts'

/** Longest address that is passed on. */
const MAX_URL = 2000

const querystring = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: MAX_URL }) },
  { additionalProperties: true },
)

export interface ExternalCallRouteParts {
  call(given: ExternalCall): Promise<ExternalAnswer>
  log: EventLog
}

/** `/sys/common/transitRESTful?url=…`: calls of pages to allowed other systems. Name and answer are the wire's. */
export function registerExternalCall(app: FastifyInstance, { call, log }: ExternalCallRouteParts): void {
  app.route<{ Querystring: { url: string; _t?: unknown } & Record<string, unknown>; Body: unknown }>({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/sys/common/transitRESTful',
    schema: { querystring },
    config: { access: 'signedIn' },
    async handler(request) {
      const { method, query, body } = request
      // The time stamp is the browser's own, against its cache.
      const { url, _t, ...params } = query
      const written = (result: 'success' | 'failure', status: number) =>
        log.write({
          ...requestEvent(request, '/sys/common/transitRESTful'),
          kind: 'operation',
          content: `调用外部系统：${method} ${addressOf(url)}，${status}`,
          result,
        })
      try {
        const answer = await call({ method, url, params, body })
        written('success', answer.status)
        const success = answer.status >= 200 && answer.status < 300
        return success
          ? { ...ok(answer.body), code: answer.status }
          : { ...refused(`外部系统返回 ${answer.status}`, answer.status), result: answer.body }
      } catch (error) {
        if (!(error instanceof NoExternalAnswer)) throw error
        written('failure', error.status)
        return refused(error.message, error.status)
      }
    },
  })
}

/** Without the query, which may hold what no log should. */
function addressOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}
