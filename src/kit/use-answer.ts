import { type Request, useRequest } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { type Params, resultOf } from '../api/http.ts'
import { useServices } from './services.ts'

/** What a reading call answers; asked anew when address or parameters change. A failure is for `LoadFault` to show. */
export function useAnswer<T>(path: string, params: Params = {}): Request<T> {
  const { http } = useServices()
  return useRequest(
    async (signal) => resultOf(await http.get<Envelope<T>>(path, params, { signal, quiet: true })),
    [http, path, JSON.stringify(params)],
  )
}
