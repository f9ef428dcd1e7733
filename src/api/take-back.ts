import { RequestError, type UndoProgress } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { Undoing, Undone } from '#schemas/api/operation.ts'
import { t } from '#schemas/text/text.ts'
import { type CallOptions, type Http, resultOf } from './http.ts'

/** How often it is asked how far the server is (ms). */
const ASK_MS = 1000

/** Takes an operation back, and waits for its end where the server does it in the background. */
export async function takeBack(
  http: Http,
  operation: string,
  { onProgress, ...call }: CallOptions & { onProgress?: UndoProgress } = {},
): Promise<{ message: string }> {
  const address = `/online/operation/${encodeURIComponent(operation)}/undo`
  const answer = await http.post<Envelope<Undone>>(address, {}, call)
  const { operation: undone, count } = resultOf(answer)
  if (undone !== null) return { message: answer.message }
  onProgress?.({ done: 0, total: count })
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
    const undoing = resultOf(await http.get<Envelope<Undoing | null>>(address, {}, call))
    if (!undoing?.isOpen) return endOf(undoing)
    onProgress?.(undoing)
  }
}

function endOf(undoing: Undoing | null): { message: string } {
  if (undoing && undoing.error !== null)
    throw new RequestError(undoing.error, 400, { errors: undoing.problems })
  return { message: t('已撤销') }
}
