import { type AxiosAdapter, AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from 'axios'

/** One call as it would have gone out. */
export interface SentCall {
  method: string
  path: string
  params: Record<string, unknown>
  body: unknown
  headers: Record<string, string>
  /** What the body is wanted as; absent, as text. */
  responseType?: string | undefined
}

/** What a call is answered with; a plain value is a 200 with that body. */
export interface WireAnswer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** No answer at all. */
  fails?: 'network' | 'timeout'
}

/** An axios adapter that answers from a function and remembers the calls. */
export function fakeWire(answer: (call: SentCall) => WireAnswer | Promise<WireAnswer>) {
  const calls: SentCall[] = []
  const adapter: AxiosAdapter = async (config: InternalAxiosRequestConfig) => {
    const call: SentCall = {
      method: (config.method ?? 'get').toUpperCase(),
      path: `${config.baseURL ?? ''}${config.url ?? ''}`,
      params: { ...config.params },
      body: typeof config.data === 'string' ? JSON.parse(config.data) : config.data,
      headers: Object.fromEntries(
        Object.entries(config.headers.toJSON()).map(([name, value]) => [name, String(value)]),
      ),
      responseType: config.responseType,
    }
    calls.push(call)
    const { status = 200, body, headers = {}, fails } = await answer(call)
    if (config.signal?.aborted) throw new AxiosError('canceled', AxiosError.ERR_CANCELED, config)
    if (fails)
      throw new AxiosError(
        fails,
        fails === 'timeout' ? AxiosError.ECONNABORTED : AxiosError.ERR_NETWORK,
        config,
      )
    const response = { status, statusText: '', data: body, headers: new AxiosHeaders(headers), config }
    if (status >= 400)
      throw new AxiosError(`status ${status}`, AxiosError.ERR_BAD_RESPONSE, config, null, response)
    return response
  }
  return { adapter, calls }
}

/** The last call to an address: what a page asks beside it may come before or after. */
export const lastTo = (calls: readonly SentCall[], path: string): SentCall | undefined =>
  calls.findLast((call) => call.path.endsWith(path))

/** A successful envelope. */
export const envelope = (result: unknown, code: number | string = 200, message = '操作成功！') => ({
  success: true,
  message,
  code,
  result,
  timestamp: 0,
})

/** An expected refusal. */
export const refusal = (message: string, code = 500) => ({
  success: false,
  message,
  code,
  result: null,
  timestamp: 0,
})
