import fastifyHelmet from '@fastify/helmet'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** What one address may ask in a minute; a page with many pickers asks some dozens. */
const REQUESTS_PER_MINUTE = 6000
/** Deeper nesting than any record has; JSON.parse itself would go on until the stack ends. */
const MAX_JSON_DEPTH = 32

/** Headers, limits and the JSON parser of every answer and request. */
export async function installSecurity(app: FastifyInstance, apiBase: string): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // antd writes its styles into style elements at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        workerSrc: ["'self'"],
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'sameorigin' },
    // Sent over TLS only; browsers ignore it elsewhere, and a test on plain HTTP must not pin a host.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  })
  await app.register(fastifyRateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    errorResponseBuilder: () => Object.assign(new Error('请求过于频繁，请稍后再试'), { statusCode: 429 }),
  })
  app.addHook('onSend', async (request, reply) => {
    void reply.header('X-Request-Id', request.id)
    if (request.url.startsWith(apiBase)) void reply.header('Cache-Control', 'no-store')
  })
  app.addHook('preValidation', async (request) => {
    if (request.body !== undefined && depthOf(request.body, 0) > MAX_JSON_DEPTH)
      throw Object.assign(new Error('too deep'), { statusCode: 400 })
  })
}

function depthOf(value: unknown, depth: number): number {
  if (depth > MAX_JSON_DEPTH || typeof value !== 'object' || value === null) return depth
  let deepest = depth + 1
  for (const child of Object.values(value)) deepest = Math.max(deepest, depthOf(child, depth + 1))
  return deepest
}
