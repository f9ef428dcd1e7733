import { AppError, badRequest } from '../../errors.ts'
import { limitedText } from '../../http/limited-body.ts'

/** Below the browser's 9000 ms, so that the reason arrives before the browser gives up. */
const TIMEOUT_MS = 8000
/** Most that is read of an answer. */
const MAX_BYTES = 4 * 1024 * 1024
const BODILESS = new Set(['GET', 'HEAD'])

/** A call that is passed on. */
export interface ExternalCall {
  method: string
  /** Complete address; its origin must be an allowed one. */
  url: string
  /** Further query parameters. */
  params: Readonly<Record<string, unknown>>
  /** Sent as JSON; undefined sends none. */
  body: unknown
}

/** What the other system answered: its status, and its JSON or text. */
export interface ExternalAnswer {
  status: number
  body: unknown
}

export interface ExternalCallParts {
  /** Origins that may be called, e.g. https://api.example.com:8443. */
  origins: readonly string[]
  /** For tests. */
  timeoutMs?: number
}

/** The other system gave no answer that can be passed on; the message is for the user. */
export class NoExternalAnswer extends Error {
  readonly status: number
  constructor(status: 502 | 504, message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'NoExternalAnswer'
    this.status = status
  }
}

/**
 * Calls allowed systems in the place of the browser. Nothing of the caller goes along (no token, cookie or address), a
 * redirect is answered and not followed, and time and size are limited: whoever is signed in can reach this.
 */
export function createExternalCalls({ origins, timeoutMs = TIMEOUT_MS }: ExternalCallParts) {
  const allowed = new Set(origins)
  return async ({ method, url, params, body }: ExternalCall): Promise<ExternalAnswer> => {
    const target = targetOf(url, allowed)
    for (const [name, value] of Object.entries(params)) target.searchParams.append(name, String(value))
    const hasBody = body !== undefined && body !== null && !BODILESS.has(method)
    try {
      const answer = await fetch(target, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          Accept: 'application/json, text/plain;q=0.9',
          ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(hasBody ? { body: JSON.stringify(body) } : {}),
      })
      const text = answer.body ? await limitedText(answer.body, MAX_BYTES) : ''
      return { status: answer.status, body: parsed(text) }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw new NoExternalAnswer(504, '外部系统响应超时，请稍后再试', error)
      throw new NoExternalAnswer(502, '外部系统无法访问，请稍后再试', error)
    }
  }
}

/** The address to call. One that names a user, or an origin that is not on the list, is refused. */
function targetOf(url: string, allowed: ReadonlySet<string>): URL {
  if (!URL.canParse(url)) throw badRequest('外部地址无效')
  const target = new URL(url)
  if (target.username !== '' || target.password !== '') throw badRequest('外部地址无效')
  if (!allowed.has(target.origin)) throw new AppError(403, '该外部地址不在允许访问的范围内')
  return target
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Plain text is an answer, too.
    return text
  }
}
