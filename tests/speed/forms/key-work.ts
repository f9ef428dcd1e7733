import type { Page } from 'playwright-core'

interface TraceEvent {
  name: string
  ph: string
  ts: number
  tdur?: number
  tid: number
  args?: { data?: { type?: string } }
}

/** A frame after the last key belongs to it, µs. */
const LAST_FRAME = 20_000

/**
 * Work of the page's main thread for one key, from the script to the paint (ms): the time that the thread itself ran, so
 * that a busy machine adds nothing. `type` types `keys` keys.
 */
export async function keyWork(page: Page, keys: number, type: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'],
    },
  })
  await type()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  await session.detach()

  const inputs = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'input')
  const [first] = inputs
  const last = inputs.at(-1)
  if (!first || !last) throw new Error('the trace holds no key')
  const work = events
    .filter(({ name, ph, tid }) => name === 'RunTask' && ph === 'X' && tid === first.tid)
    // The task of the first key began a little before its event.
    .filter(({ ts, tdur }) => ts + (tdur ?? 0) >= first.ts && ts <= last.ts + LAST_FRAME)
    .reduce((sum, { tdur }) => sum + (tdur ?? 0), 0)
  if (work === 0) throw new Error('the trace holds no task of the main thread')
  return work / 1000 / keys
}
