import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { plainPage, wantsPage } from './plain-page.ts'
import { isCall, securityHeaders } from './security.ts'

/** Said for everything that nobody foresaw; details are in the log under the request id. */
const UNEXPECTED = '操作失败，服务器内部错误'
const NO_ROOM = '服务器磁盘空间不足，无法保存，请联系管理员'
const UNAVAILABLE = '数据库暂时不可用，请稍后重试'

/** Words for what Fastify itself refuses. */
const FRAMEWORK_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: '不支持的请求格式',
  FST_ERR_CTP_BODY_TOO_LARGE: '请求内容过大（超过 1 MB），请减少内容，明细较多时请分批保存',
  FST_ERR_CTP_INVALID_JSON_BODY: '请求内容不是有效的 JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: '请求内容长度不一致',
  FST_ERR_CTP_EMPTY_TYPE: '不支持的请求格式',
  FST_ERR_BAD_URL: '请求地址格式不正确',
  FST_ERR_MAX_PARAM_LENGTH: '请求地址过长',
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

/** Turns every failure into the envelope: refusals as they are, the unexpected as a request id and a fixed sentence. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof AppError)
      return answer(request, reply, error.status, error.code, error.message, error.detail)
    if (error.validation) return answer(request, reply, 400, 400, validationMessage(error))
    if (isDiskFull(error)) {
      request.log.error({ err: error }, 'disk full')
      return answer(request, reply, 507, 507, NO_ROOM)
    }
    if (isDatabaseDown(error)) {
      request.log.error({ err: error }, 'database unavailable')
      void reply.header('Retry-After', '2')
      return answer(request, reply, 503, 503, UNAVAILABLE)
    }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) {
      const message =
        FRAMEWORK_MESSAGES[error.code] ??
        (error instanceof SyntaxError ? '请求内容不是有效的 JSON' : '请求格式不正确')
      return answer(request, reply, status, status, message)
    }
    request.log.error({ err: error }, 'unexpected error')
    return answer(request, reply, 500, 500, UNEXPECTED)
  })
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, 404, 404, '路径不存在，请检查路径是否正确'),
  )
}

/** What the framework refuses before any hook has run: an address that cannot be read. A person gets a page. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  apiBase: string,
): void {
  void reply.headers({ ...securityHeaders(), 'X-Request-Id': request.id, 'Cache-Control': 'no-store' })
  const message = FRAMEWORK_MESSAGES[error.code] ?? '请求格式不正确'
  const status = error.statusCode ?? 400
  if (wantsPage(request.headers.accept) && !isCall(request.url, apiBase))
    reply.code(status).header('content-type', 'text/html; charset=utf-8').send(plainPage(message))
  else answer(request, reply, status, status, message)
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: number,
  message: string,
  detail: unknown = null,
): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send({ success: false, message, code, result: detail, timestamp: Date.now(), requestId: request.id })
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
