import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config, LogLevel } from '../config.ts'
import { AppError } from '../errors.ts'
import { answerClientError } from './client-errors.ts'
import { installDialects } from './dialect.ts'
import { answerFrameworkError, installErrors } from './errors.ts'
import { installRequestLog } from './request-log.ts'
import { installSecurity } from './security.ts'
import { refuseSlowBodies } from './slow-body.ts'

export interface HttpServerOptions {
  apiBase: string
  logLevel: LogLevel
  /** Proxies whose word about the caller's address counts: how many stand before this server, or their addresses. */
  trustProxy?: Config['trustProxy']
  /** Where log lines go; the terminal when absent. */
  logStream?: { write(line: string): void }
  /** The 3.x client of this wire is answered in its dialect. */
  dialectV3?: boolean
  /** An answer that does not fit its shape is an error: for tests. */
  checksAnswers?: boolean
  /** How long a body may take (ms), for tests. */
  bodyMs?: number
}

/** Bodies above this are refused; uploads have their own way. */
const MAX_BODY_BYTES = 1024 * 1024
/** A file on a slow line takes long; bodies of other calls have a time of their own, and so have the headers. */
const REQUEST_TIMEOUT_MS = 3_600_000
const HEADERS_TIMEOUT_MS = 60_000
/** A batch delete names its records in the path. */
const MAX_PARAMETER_LENGTH = 8000
const REDACTED = [
  'req.headers["x-access-token"]',
  'req.headers["sec-websocket-protocol"]',
  'req.headers.authorization',
  'req.headers.cookie',
  'password',
  '*.password',
  'token',
  '*.token',
]

/** A server with its limits, headers, error answers and log; routes are for others to add. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const server = fastify({
    logger: {
      level: options.logLevel,
      redact: { paths: REDACTED, censor: '***' },
      // Errors of the database carry whole records in further properties.
      serializers: {
        err: ({ name, message, code, stack }) => ({ type: name, message, code, stack: stack ?? '' }),
      },
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    // request-log.ts writes the lines that are worth one.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, querystringParser: parseQuery },
    genReqId: () => randomUUID(),
    // A query string can only carry texts: `pageSize=10` is a number all the same.
    ajv: {
      customOptions: {
        coerceTypes: 'array',
        removeAdditional: false,
        useDefaults: true,
        allErrors: false,
        // `open` says what decides a shape that no route can name; it refuses nothing.
        keywords: ['open'],
      },
    },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, request, reply, options.apiBase),
    clientErrorHandler: (error, socket) => answerClientError(error, socket as Socket),
    // refuseWhenStopping says it in the envelope.
    return503OnClosing: false,
    ...(options.trustProxy ? { trustProxy: trustOf(options.trustProxy) } : {}),
  })
  server.decorate('checksAnswers', options.checksAnswers ?? false)
  installJson(server)
  installErrors(server)
  installDialects(server, { isOn: options.dialectV3 ?? false })
  refuseWhenStopping(server)
  refuseSlowBodies(server, options.bodyMs)
  installRequestLog(server)
  await installSecurity(server, options.apiBase)
  return server
}

/** Whose word counts, as Fastify asks: an address and how many hops away it is. */
function trustOf(
  proxies: number | readonly string[],
): string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : [...proxies]
}

/** A connection that is kept alive may bring a request after the stop has begun. */
function refuseWhenStopping(server: FastifyInstance): void {
  let stopping = false
  server.addHook('preClose', async () => {
    stopping = true
  })
  server.addHook('onRequest', (_request, reply, done) => {
    if (!stopping) return done()
    void reply.headers({ 'Retry-After': '2', Connection: 'close' })
    done(new AppError('STOPPING'))
  })
}

/** Clients name the type of a body that they do not send; a route that needs one says so in its schema. */
function installJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body, done)
  })
}

/** Flat parameters on an object without prototype: a parameter named `__proto__` is a name like any other. */
function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    query[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  return query
}
