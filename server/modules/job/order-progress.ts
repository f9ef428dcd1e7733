import type { BegunOrder, Orders } from './orders.ts'

/** How often is said how far an order is, and asked whether it is still wanted (ms). */
const TELL_MS = 1000

/** The order was cancelled, or is carried out by somebody else. */
export class Unwanted extends Error {}

/**
 * Says once a second how far the work on an order is, while `work` runs. Its signal is aborted when the server stops, or with
 * `Unwanted` when the order is not wanted any more.
 */
export async function withProgress<O extends BegunOrder, R>(
  {
    orders,
    order,
    signal,
    told,
  }: {
    orders: Pick<Orders<O>, 'progress'>
    order: O
    signal: AbortSignal
    /** Called when it is further than before. */
    told?(): Promise<void>
  },
  work: (signal: AbortSignal, tell: (rows: number) => void) => Promise<R>,
): Promise<R> {
  const unwanted = new AbortController()
  const ended = AbortSignal.any([signal, unwanted.signal])
  let rows = 0
  let last = -1
  const timer = setInterval(() => {
    orders
      .progress(order, rows)
      .then(async (isWanted) => {
        if (!isWanted) unwanted.abort(new Unwanted())
        else if (rows !== last) {
          last = rows
          await told?.()
        }
      })
      // Whether it is wanted is asked again; how far it is may be lost.
      .catch(() => undefined)
  }, TELL_MS)
  try {
    return await work(ended, (count) => {
      rows = count
    })
  } catch (error) {
    throw ended.aborted ? ended.reason : error
  } finally {
    clearInterval(timer)
  }
}
