import { createDecipheriv } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ok } from '#schemas/api/envelope.ts'
import { cssColours } from './css-colours.ts'

/** Ways to speak this wire that differ from the specified client's; a call names its own in the header `X-Version`. */
export type Dialect = 'v3'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for the specified client. */
    dialect: Dialect | null
    /** Status of the refusal, where the dialect sends another one. */
    meantStatus: number | null
  }
}

/** Calls whose `password` that client encrypts. */
const ENCRYPTED = /\/sys\/(login|loginGetUserDeparts)$/
/** Built into every copy of that client: whoever sees the call can decrypt the password. TLS is what protects it. */
const [CLIENT_KEY, CLIENT_IV] = ['1234567890adbcde', '1234567890hjlkew']
/** Said where a call has no words of its own. That client shows every message, those of reads included. */
const PLAIN_MESSAGE = ok(null).message

/**
 * Lets the 3.x client of this wire in: its password is decrypted before the call looks at it; the answer has a number as
 * `code`, no message where nothing is to be said, and status 200 for every refusal but 401. Answers whose content differs
 * are made by their calls, which ask `request.dialect`.
 */
export function installDialects(app: FastifyInstance, { isOn }: { isOn: boolean }): void {
  app.decorateRequest('dialect', null)
  app.decorateRequest('meantStatus', null)
  if (!isOn) return

  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-version'] === 'v3') request.dialect = 'v3'
    done()
  })

  app.addHook('preValidation', (request, _reply, done) => {
    if (request.dialect !== null && ENCRYPTED.test(request.routeOptions.url ?? '')) decrypt(request.body)
    done()
  })

  app.addHook('preSerialization', (request, reply, payload, done) => {
    if (request.dialect === null || !isEnvelope(payload)) return done(null, payload)
    if (reply.statusCode >= 400 && reply.statusCode !== 401) {
      request.meantStatus = reply.statusCode
      void reply.code(200)
    }
    const isRead = request.method === 'GET' && payload.success && payload.message === PLAIN_MESSAGE
    done(null, {
      ...payload,
      code: Number(payload.code),
      result: cssColours(payload.result),
      ...(isRead ? { message: '' } : {}),
    })
  })
}

/** The status that an answer stands for, also where the dialect sends 200. */
export function meantStatus(request: FastifyRequest, reply: FastifyReply): number {
  return request.meantStatus ?? reply.statusCode
}

function isEnvelope(
  payload: unknown,
): payload is { success: boolean; message: string; code: number | string; result: unknown } {
  return typeof payload === 'object' && payload !== null && 'success' in payload && 'code' in payload
}

/** Puts the plain password in the place of the encrypted one; what cannot be decrypted was typed as it stands. */
function decrypt(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('password' in body)) return
  const { password } = body
  if (typeof password !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(password)) return
  try {
    const decipher = createDecipheriv('aes-128-cbc', CLIENT_KEY, CLIENT_IV)
    const plain = [decipher.update(Buffer.from(password, 'base64')), decipher.final()]
    body.password = Buffer.concat(plain).toString('utf8')
  } catch {
    // Not of that key.
  }
}
