import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { AppError, badRequest } from '../../errors.ts'
import { limitedText } from '../../http/limited-body.ts'
import { ClosedAddress, createReachableAddress, type Resolve } from './reachable-address.ts'

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
  /** Further query parameters; a list is one that is there several times. */
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
  /** Private networks that may be called, e.g. 10.1.0.0/16; a private address that an origin spells out is listed by it. */
  networks?: readonly string[]
  /** False where the origins are not the operator's word: an address that they spell out is checked as any other. */
  listsAddresses?: boolean
  /** For tests. */
  timeoutMs?: number
  resolve?: Resolve
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
 * redirect is answered and not followed, time and size are limited, and the address that is connected to is the one
 * that was checked after the name was resolved.
 */
export function createExternalCalls({
  origins,
  networks = [],
  listsAddresses = true,
  timeoutMs = TIMEOUT_MS,
  resolve,
}: ExternalCallParts) {
  const allowed = new Set(origins)
  const spelledOut = listsAddresses
    ? origins.map((origin) => hostOf(new URL(origin))).filter((host) => isIP(host) !== 0)
    : []
  const addresses = createReachableAddress([...networks, ...spelledOut], resolve)

  return async ({ method, url, params, body }: ExternalCall): Promise<ExternalAnswer> => {
    const target = targetOf(url, allowed)
    for (const [name, value] of Object.entries(params))
      for (const one of Array.isArray(value) ? value : [value]) target.searchParams.append(name, String(one))
    const hasBody = body !== undefined && body !== null && !BODILESS.has(method)
    const text = hasBody ? JSON.stringify(body) : null
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      // No name is resolved for an address; it is checked here.
      if (isIP(hostOf(target)) !== 0) addresses.check(hostOf(target))
      const answer = await ask(target, method, text, addresses.lookup, deadline)
      return {
        status: answer.statusCode ?? 502,
        body: parsed(await limitedText(Readable.toWeb(answer) as ReadableStream<Uint8Array>, MAX_BYTES)),
      }
    } catch (error) {
      if (error instanceof ClosedAddress) throw new AppError('EXTERNAL_ADDRESS')
      if (deadline.aborted) throw new NoExternalAnswer(504, '外部系统响应超时，请稍后再试', error)
      throw new NoExternalAnswer(502, '外部系统无法访问，请稍后再试', error)
    }
  }
}

function ask(
  target: URL,
  method: string,
  text: string | null,
  lookup: ReturnType<typeof createReachableAddress>['lookup'],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = target.protocol === 'https:' ? requestHttps : requestHttp
  const headers = {
    Accept: 'application/json, text/plain;q=0.9',
    'Accept-Encoding': 'identity',
    ...(text === null
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
  }
  return new Promise((resolve, reject) => {
    // A connection of its own: none is kept that another call checked.
    const sent = request(target, { method, headers, lookup, signal, agent: false }, resolve)
    sent.on('error', reject)
    sent.end(text ?? undefined)
  })
}

/** Host without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** The address to call. One that names a user, or an origin that is not on the list, is refused. */
function targetOf(url: string, allowed: ReadonlySet<string>): URL {
  if (!URL.canParse(url)) throw badRequest('外部地址无效')
  const target = new URL(url)
  if (target.username !== '' || target.password !== '') throw badRequest('外部地址无效')
  if (!allowed.has(target.origin)) throw new AppError('EXTERNAL_ADDRESS')
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
