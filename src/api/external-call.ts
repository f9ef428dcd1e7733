import type { Envelope } from '#schemas/api/envelope.ts'
import type { CallOptions, Http, Params } from './http.ts'

const PASSED_ON = '/sys/common/transitRESTful'

/** Calls of other systems, which the server passes on when their origin is allowed (`EXTERNAL_URLS`). */
export interface ExternalCalls {
  get<T>(url: string, params?: Params, options?: CallOptions): Promise<Envelope<T>>
  post<T>(url: string, body?: unknown, options?: CallOptions): Promise<Envelope<T>>
  put<T>(url: string, body?: unknown, options?: CallOptions): Promise<Envelope<T>>
  /** Any other method. */
  send<T>(method: string, url: string, body?: unknown, options?: CallOptions): Promise<Envelope<T>>
}

/** The calls over a client. `code` of an answer is the status of the other system, `result` what it said. */
export function externalCalls(http: Http): ExternalCalls {
  const through = (url: string) => `${PASSED_ON}?url=${encodeURIComponent(url)}`
  return {
    get: (url, params, options) => http.get(through(url), params, options),
    post: (url, body, options) => http.post(through(url), body, options),
    put: (url, body, options) => http.put(through(url), body, options),
    send: (method, url, body, options) => http.send(method, through(url), body, options),
  }
}
