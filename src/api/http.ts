import axios, {
  type AxiosAdapter,
  AxiosError,
  type AxiosInstance,
  type AxiosRequestConfig,
  type AxiosResponse,
} from 'axios'
import { RequestError } from '#renderer/index.ts'
import { PAGE_HEADER } from '#schemas/api/announcement.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { RefusedEnvelope } from '#schemas/api/errors.ts'
import { LANGUAGE_HEADER } from '#schemas/api/language.ts'
import { type SessionEnd, sessionEndOf } from '#schemas/api/session-end.ts'
import { text } from '../text/zh-CN.ts'
import { type Announcement, announcementOf } from './error-catalogue.ts'
import { PAGE_ID } from './page-id.ts'
import { signatureHeaders } from './signature.ts'
import { REQUEST_TIMEOUT_MS, type Transfer, watchedTransfer } from './transfer.ts'

/** No answer at all, a proxy that finds no server behind it, a server that is stopping or whose database is away. */
const UNREACHABLE: ReadonlySet<number> = new Set([0, 502, 503])
/** The one family of GET calls that goes without `_t`, so that it can be cached. */
const DICTIONARY_ITEMS = 'sys/dict/getDictItems'

/** Query parameters; `undefined` and null are left out. */
export type Params = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface CallOptions {
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
  /** The caller tells the user itself. An expired session is announced all the same. */
  quiet?: boolean
  /** Statuses that the caller has another way for: nothing has failed yet that a user should hear of. */
  expected?: readonly number[]
  /** Writes nothing that a screen shows: what follows changes is not told of it. */
  aside?: boolean
  /** Told the server's name for the request, once it is answered. */
  onAnswered?: ((requestId: string) => void) | undefined
}

export interface UploadOptions extends CallOptions {
  /** Share of the file that was sent, from 0 to 1. */
  onProgress?(share: number): void
  /** How long the answer may take once the file has arrived, where that is longer than usual. */
  answerWithinMs?: number
}

/** What the client needs to know of the session and the page, at the moment of each call. */
export interface HttpContext {
  token(): string | null
  tenantId(): string | null
  /** Language of the interface, where it is not the one that the server speaks by itself. */
  language(): string | null
  /** Id of the low-code app whose route is open. */
  lowAppId(): string | null
  inWorkChat(): boolean
  /** Called once for each failure of the catalogue. */
  announce(announcement: Announcement): void
  /** Called when the session of the calls turns out to be over, with the reason where the server gives one. */
  ended?(reason: SessionEnd | null): void
  /** Called after each answered call that may have changed something. */
  changed?(): void
}

export interface HttpSettings {
  baseUrl: string
  signatureSalt?: string
  /** Reads that find no server are asked again by the caller: nothing has failed yet that a user should hear of. */
  readsAreRetried?: boolean
  /** For tests. */
  adapter?: AxiosAdapter
  now?: () => number
}

/** The one way to talk HTTP. Every call answers the body; a failure rejects with RequestError after it was announced. */
export interface Http {
  get<T>(path: string, params?: Params, options?: CallOptions): Promise<T>
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  delete<T>(path: string, params?: Params, options?: CallOptions): Promise<T>
  /** Any other method, or one that is only known at run time. */
  send<T>(method: string, path: string, body?: unknown, options?: CallOptions): Promise<T>
  /** Sends a file; ends after nine seconds without progress. */
  upload<T>(path: string, form: FormData, options?: UploadOptions): Promise<T>
  /** A file; ends after nine seconds without progress. What is too long for an address is its body. */
  download(path: string, params?: Params, options?: CallOptions & { body?: unknown }): Promise<Blob>
}

/** Builds the client. get, post and send are signed; put and delete are not. */
export function createHttp(settings: HttpSettings, context: HttpContext): Http {
  const now = settings.now ?? Date.now
  const instance = axios.create({
    baseURL: settings.baseUrl,
    timeout: REQUEST_TIMEOUT_MS,
    // The session travels in a header of ours. Looking for the cookie would send every call a task later.
    xsrfCookieName: '',
    ...(settings.adapter ? { adapter: settings.adapter } : {}),
  })

  async function call<T>(
    method: string,
    path: string,
    given: {
      params?: Params
      body?: unknown
      signed: boolean
      blob?: boolean
      transfer?: Transfer
    } & CallOptions,
  ): Promise<T> {
    const params: Record<string, string | number | boolean> = {}
    for (const [name, value] of Object.entries(given.params ?? {}))
      if (value !== undefined && value !== null) params[name] = value
    const isGet = method.toUpperCase() === 'GET'
    const signed = given.signed
      ? signatureHeaders(path, params, isGet ? null : given.body, settings.signatureSalt ?? '', now())
      : {}
    if (isGet && !path.includes(DICTIONARY_ITEMS)) params._t = Math.floor(now() / 1000)
    const token = context.token()
    const lowApp = context.lowAppId()
    const language = context.language()
    const config: AxiosRequestConfig = {
      method,
      url: path,
      params,
      ...(given.body === undefined ? {} : { data: given.body }),
      ...(given.signal ? { signal: given.signal } : {}),
      ...(given.blob ? { responseType: 'blob' } : {}),
      ...given.transfer?.config,
      headers: {
        ...(token ? { 'X-Access-Token': token } : {}),
        'tenant-id': context.tenantId() ?? '0',
        ...(language ? { [LANGUAGE_HEADER]: language } : {}),
        ...(isGet ? {} : { [PAGE_HEADER]: PAGE_ID }),
        // Under both names: servers of this wire look for the one or the other.
        ...(lowApp ? { 'X-Low-App-ID': lowApp, 'app-id': lowApp } : {}),
        ...signed,
        ...given.headers,
      },
    }
    return send<T>(instance, config, context, {
      token,
      hasStalled: () => given.transfer?.hasStalled() ?? false,
      isQuiet: given.quiet === true,
      expected: given.expected ?? [],
      tellsOfChange: !isGet && given.aside !== true,
      isRetried: isGet && !given.blob && settings.readsAreRetried === true,
      onAnswered: given.onAnswered,
    })
  }

  return {
    get: (path, params, options) =>
      call('GET', path, { ...(params ? { params } : {}), signed: true, ...options }),
    post: (path, body, options) => call('POST', path, { body: body ?? {}, signed: true, ...options }),
    put: (path, body, options) => call('PUT', path, { body: body ?? {}, signed: false, ...options }),
    delete: (path, params, options) =>
      call('DELETE', path, { ...(params ? { params } : {}), signed: false, ...options }),
    send: (method, path, body, options) => call(method, path, { body, signed: true, ...options }),
    async upload(path, form, { onProgress, signal, answerWithinMs, ...options } = {}) {
      const transfer = watchedTransfer(signal, onProgress, answerWithinMs)
      return call<never>('POST', path, { body: form, signed: false, transfer, ...options }).finally(
        transfer.end,
      )
    },
    async download(path, params = {}, { signal, ...options } = {}) {
      const transfer = watchedTransfer(signal)
      const method = options.body === undefined ? 'GET' : 'POST'
      return call<Blob>(method, path, { params, signed: true, blob: true, transfer, ...options }).finally(
        transfer.end,
      )
    },
  }
}

interface SendRules {
  /** Ended for want of progress, not by whoever called. */
  hasStalled(): boolean
  /** What the call went with. */
  token: string | null
  isQuiet: boolean
  expected: readonly number[]
  /** Once it is answered, something may have changed. */
  tellsOfChange: boolean
  isRetried: boolean
  onAnswered?: ((requestId: string) => void) | undefined
}

async function send<T>(
  instance: AxiosInstance,
  config: AxiosRequestConfig,
  context: HttpContext,
  { token, isQuiet, expected, tellsOfChange, isRetried, hasStalled, onAnswered }: SendRules,
): Promise<T> {
  try {
    const answer = await instance.request<T>(config)
    if (config.responseType !== 'blob' && isPage(answer))
      throw new AxiosError(
        'A page in place of an answer',
        AxiosError.ERR_BAD_RESPONSE,
        undefined,
        null,
        answer,
      )
    if (tellsOfChange) context.changed?.()
    const answered = requestIdOf(answer)
    if (answered !== null) onAnswered?.(answered)
    return answer.data
  } catch (error) {
    // Leaving a page aborts its calls; no error is shown for that.
    if (axios.isCancel(error) && !hasStalled()) throw error
    if (!(error instanceof AxiosError)) throw error
    const status = error.response?.status ?? 0
    const timedOut = hasStalled() || error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT'
    if (isRetried && !timedOut && UNREACHABLE.has(status)) throw new Unreachable()
    const body = await bodyOf(error.response?.data)
    const announcement = announcementOf({
      status,
      message: body.message,
      timedOut,
      hadToken: token !== null,
      inWorkChat: context.inWorkChat(),
      refusal: body.refusal,
    })
    const { how } = announcement
    const sessionEnded = announcement.signOutAfterMs !== null || how === 'expired' || how === 'loading'
    const told = isQuiet || expected.includes(status)
    // The end of a session says nothing about the one that has taken its place meanwhile.
    const current = context.token()
    const isOutdated = sessionEnded && token !== null && current !== null && current !== token
    if (sessionEnded && token !== null && current === token) context.ended?.(sessionEndOf(body.result))
    const announced = how !== 'none' && !isOutdated && (!told || sessionEnded || how === 'passwordChange')
    if (announced) context.announce(announcement)
    const requestId = error.response ? requestIdOf(error.response) : null
    throw new RequestError(announcement.text, status, body.result, requestId, announced)
  }
}

function requestIdOf({ headers }: AxiosResponse): string | null {
  const id: unknown = headers['x-request-id']
  return typeof id === 'string' ? id : null
}

/** A page, as the sign-in of a network sends it with status 200 to users it does not let out. */
function isPage({ headers }: AxiosResponse): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/html')
}

/** No server answered, and the call will be repeated. */
export class Unreachable extends Error {
  constructor() {
    super('The server cannot be reached')
    this.name = 'Unreachable'
  }
}

/** Message and result of a failed answer; a blob is read as the JSON that it holds. */
async function bodyOf(data: unknown): Promise<{ message: string; result: unknown; refusal: string | null }> {
  let body = data
  if (body instanceof Blob) body = await body.text()
  if (typeof body === 'string') {
    try {
      body = JSON.parse(body)
    } catch {
      // A proxy's HTML page says nothing that a user should read.
      return { message: '', result: null, refusal: null }
    }
  }
  if (typeof body !== 'object' || body === null) return { message: '', result: null, refusal: null }
  const { message, result, refusal } = body as Partial<RefusedEnvelope>
  return {
    message: typeof message === 'string' ? message : '',
    result: result ?? null,
    refusal: typeof refusal === 'string' ? refusal : null,
  }
}

/** The result of a successful envelope; an expected refusal rejects with its message. */
export function resultOf<T>(envelope: Envelope<T>): T {
  if (envelope?.success) return envelope.result
  // What is no envelope at all is a failure like any other.
  const { code, message, result } = (envelope ?? {}) as Partial<Envelope<unknown>>
  const status = typeof code === 'number' && code !== 200 ? code : 500
  throw new RequestError(message || text.error.unknown, status, result ?? null)
}
