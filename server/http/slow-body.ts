import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** A body that is read whole arrives in this time (ms). */
const BODY_MS = 60_000

/** Ends calls whose body comes too slowly. A file takes as long as it takes: who receives it watches its progress. */
export function refuseSlowBodies(app: FastifyInstance, bodyMs = BODY_MS): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { headers } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
    if (!hasBody || headers['content-type']?.startsWith('multipart/form-data')) return done(null, payload)
    const timer = setTimeout(() => {
      void reply.header('Connection', 'close')
      payload.emit('error', new AppError('REQUEST_TIMEOUT'))
    }, bodyMs)
    const arrived = () => clearTimeout(timer)
    payload.once('end', arrived)
    payload.once('close', arrived)
    // A body that is refused for its size is never read to its end, and nobody hears its errors any more.
    reply.raw.once('finish', arrived)
    reply.raw.once('close', arrived)
    done(null, payload)
  })
}
