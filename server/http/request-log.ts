import type { FastifyInstance } from 'fastify'
import { meantStatus } from './dialect.ts'

/** Answers that took longer are worth a line. */
const SLOW_MS = 1000

/** One line for every refused, failed or slow request; a line for each of the others would drown them. */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const statusCode = meantStatus(request, reply)
    const ms = Math.round(reply.elapsedTime)
    if (statusCode < 400 && ms < SLOW_MS) return done()
    request.log[statusCode >= 500 ? 'error' : 'info'](
      {
        // The route and not the address: that one may hold a token, and values of records.
        route: request.routeOptions.url ?? null,
        method: request.method,
        status: statusCode,
        ms,
        user: request.visitor?.username ?? null,
        address: request.ip,
      },
      statusCode < 400 ? 'slow request' : statusCode < 500 ? 'request refused' : 'request failed',
    )
    done()
  })
}
