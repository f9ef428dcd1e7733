import { type Request, useRequest } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { Guide } from '#schemas/api/guide.ts'
import { resultOf } from '../api/http.ts'
import { useServices } from '../kit/services.ts'

/** How far the system is set up; asked anew when `turn` changes. A failure is for the caller to show. */
export function useGuide(turn: unknown): Request<Guide> {
  const { http } = useServices()
  return useRequest(
    async (signal) => resultOf(await http.get<Envelope<Guide>>('/sys/guide', {}, { signal, quiet: true })),
    [http, turn],
  )
}
