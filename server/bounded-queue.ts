import { AppError } from './errors.ts'
import type { RefusalName } from './refusals.ts'

/** Runs work a few at a time and refuses what would have to wait behind too much. */
export interface BoundedQueue {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Work that runs or waits. */
  size(): number
}

/** At most `running` at once and `waiting` behind them; more is refused at once. */
export function createBoundedQueue(
  { running, waiting }: { running: number; waiting: number },
  refusal: RefusalName = 'BUSY',
): BoundedQueue {
  let active = 0
  const next: (() => void)[] = []
  return {
    size: () => active + next.length,
    async run(work) {
      if (active >= running) {
        if (next.length >= waiting) throw new AppError(refusal)
        // The place is handed over, so that newcomers do not overtake.
        await new Promise<void>((resolve) => next.push(resolve))
      } else active++
      try {
        return await work()
      } finally {
        const first = next.shift()
        if (first) first()
        else active--
      }
    },
  }
}
