import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusedEnvelope } from '#schemas/api/errors.ts'
import { errorCode } from '../database/error-code.ts'
import { AppError } from '../errors.ts'
import type { RefusalName } from '../refusals.ts'
import { plainPage, wantsPage } from './plain-page.ts'
import { isCall, securityHeaders } from './security.ts'

/** What Fastify itself refuses. */
const FRAMEWORK_REFUSALS: Readonly<Record<string, RefusalName>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_EMPTY_TYPE: 'UNSUPPORTED_TYPE',
  FST_ERR_MAX_PARAM_LENGTH: 'PATH_TOO_LONG',
}
/** Words for refusals of the framework that are plain bad requests. */
const FRAMEWORK_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: '请求内容长度不一致',
  FST_ERR_BAD_URL: '请求地址格式不正确',
}
/** Connection refused or lost, server starting or stopping, too many connections; node-postgres' own words have no code. */
const DATABASE_DOWN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '08004',
  '53300',
])
const DATABASE_DOWN_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable/

/** No room left for a table, its index or the journal; the operating system's own word when it is not PostgreSQL that writes. */
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/**
 * Values that the database cannot read as the type they are bound for (a day before year 1, a number out of range, text
 * that is no UTF-8). Forms answer with row errors before; this is the last place, for every other call.
 */
const UNREADABLE_VALUES = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])
const UNREADABLE = '参数的值超出范围或格式不正确'

/** Turns every failure into the envelope: refusals as they are, the unexpected as a request id and a fixed sentence. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answer(request, reply, refusalOf(error, request, reply)),
  )
  app.setNotFoundHandler((request, reply) => answer(request, reply, new AppError('NO_SUCH_PATH')))
}

function refusalOf(error: FastifyError, request: FastifyRequest, reply: FastifyReply): AppError {
  if (error instanceof AppError) return error
  if (error.validation) return new AppError('BAD_REQUEST', validationMessage(error))
  if (isDiskFull(error)) {
    request.log.error({ err: error }, 'disk full')
    return new AppError('DISK_FULL')
  }
  if (isDatabaseDown(error)) {
    request.log.error({ err: error }, 'database unavailable')
    void reply.header('Retry-After', '2')
    return new AppError('DATABASE_DOWN')
  }
  if (UNREADABLE_VALUES.has(errorCode(error) ?? '')) {
    request.log.warn({ err: error }, 'a value that the database cannot read')
    return new AppError('BAD_REQUEST', UNREADABLE)
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return frameworkRefusal(error)
  request.log.error({ err: error }, 'unexpected error')
  return new AppError('UNEXPECTED')
}

function frameworkRefusal(error: FastifyError): AppError {
  const named = FRAMEWORK_REFUSALS[error.code] ?? (error instanceof SyntaxError ? 'BAD_JSON' : 'BAD_REQUEST')
  return new AppError(named, FRAMEWORK_MESSAGES[error.code])
}

/** What the framework refuses before any hook has run: an address that cannot be read. A person gets a page. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  apiBase: string,
): void {
  void reply.headers({ ...securityHeaders(), 'X-Request-Id': request.id, 'Cache-Control': 'no-store' })
  const refusal = frameworkRefusal(error)
  if (wantsPage(request.headers.accept) && !isCall(request.url, apiBase))
    reply
      .code(refusal.status)
      .header('content-type', 'text/html; charset=utf-8')
      .send(plainPage(refusal.message))
  else answer(request, reply, refusal)
}

function answer(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const { status, code, message, detail, refusal } = error
  const body: RefusedEnvelope = {
    success: false,
    message,
    code,
    result: detail,
    timestamp: Date.now(),
    refusal,
    requestId: request.id,
  }
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}

function validationMessage(error: FastifyError): string {
  const first = error.validation?.[0]
  const place = first?.instancePath?.replaceAll('/', '.').replace(/^\./, '') || first?.params?.missingProperty
  return `参数${place ? ` ${String(place).slice(0, 60)} ` : ''}不正确`
}

/** True when the database, not the request, is at fault. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && DATABASE_DOWN.has(code)) return true
  return typeof message === 'string' && DATABASE_DOWN_TEXT.test(message)
}

/** True when there is no room left to write to. */
function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && DISK_FULL.has(code)
}
