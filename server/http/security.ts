import type { IncomingMessage, ServerResponse } from 'node:http'
import fastifyCompress from '@fastify/compress'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { AppError, badRequest } from '../errors.ts'

/** Answers above this are sent compressed; a page of a list stays below and costs nothing. */
const COMPRESS_BYTES = 16 * 1024
/** Deeper nesting than any record has; JSON.parse itself would go on until the stack ends. */
const MAX_JSON_DEPTH = 32

/** Headers, limits and the JSON parser of every answer and request. */
export async function installSecurity(app: FastifyInstance, apiBase: string): Promise<void> {
  const pageHeaders = securityHeaders()
  // Hooks of every answer are plain functions: a promise for each would cost a list call a tenth of its time.
  app.addHook('onRequest', (request, reply, done) => {
    // The address may be spelt in other ways (`/%6aeecg-boot`, `http://host/…`) than the route that it found.
    void reply.headers(isCall(request.routeOptions.url ?? request.url, apiBase) ? CALL_HEADERS : pageHeaders)
    void reply.header('X-Request-Id', request.id)
    done()
  })
  // Limits stand where they are due: at sign-in, and for callers without a session (access.ts).
  await app.register(fastifyRateLimit, {
    global: false,
    errorResponseBuilder: () => new AppError('TOO_MANY_REQUESTS'),
  })
  await app.register(fastifyCompress, {
    threshold: COMPRESS_BYTES,
    encodings: ['gzip', 'deflate'],
    // A small body that unpacks to a huge one is not read.
    globalDecompression: false,
  })
  app.addHook('preValidation', (request, _reply, done) => {
    // The address of a page is the browser's own affair: it gets the page, whatever stands behind the question mark.
    if (!isCall(request.routeOptions.url ?? request.url, apiBase)) return done()
    try {
      refuseUnreadable(request.params, 0)
      refuseUnreadable(request.query, 0)
      refuseUnreadable(request.body, 0)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Answers of calls are data: they are not kept, not guessed to be something else, and not read by other sites. What governs a page (scripts, frames) means nothing to them. */
const CALL_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
} as const

/** Helmet's headers. They are the same for every answer, so they are made once. */
export function securityHeaders(): Readonly<Record<string, string>> {
  known ??= madeHeaders()
  return known
}

let known: Readonly<Record<string, string>> | null = null

function madeHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name] = value
    },
    removeHeader: () => {},
  }
  const install = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // antd writes its styles into style elements at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        // A menu entry may lead to another site; it is shown in a sandboxed frame.
        frameSrc: ["'self'", 'https:', 'http:'],
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
  install({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

/** True for an address below the base of all calls. */
export function isCall(url: string, apiBase: string): boolean {
  const next = url.charAt(apiBase.length)
  return url.startsWith(apiBase) && (next === '/' || next === '' || next === '?')
}

/** What no record can hold: nesting without end, and the character that the database has no place for. */
function refuseUnreadable(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw badRequest('参数包含非法字符')
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth === MAX_JSON_DEPTH) throw badRequest('请求内容嵌套过深')
  for (const child of Object.values(value)) refuseUnreadable(child, depth + 1)
}
