import { createContext } from 'react'

/** Files that are under way for the fields of one form or dialog: whoever saves it waits for them. */
export interface PendingUploads {
  isBusy(): boolean
  /** Counts until the answer is called, with whether everything arrived. */
  begin(): (isWhole: boolean) => void
  /** True once nothing is under way and nothing has failed since it was asked. */
  settled(): Promise<boolean>
}

/** Nothing is under way. */
export function createPendingUploads(): PendingUploads {
  let running = 0
  let waiting: ((isWhole: boolean) => void)[] = []
  let isWhole = true
  return {
    isBusy: () => running > 0,
    begin() {
      if (running === 0) isWhole = true
      running += 1
      return (whole) => {
        running -= 1
        isWhole &&= whole
        if (running > 0) return
        const told = waiting
        waiting = []
        for (const tell of told) tell(isWhole)
      }
    },
    settled: () => (running === 0 ? Promise.resolve(true) : new Promise((resolve) => waiting.push(resolve))),
  }
}

/** Those of the form or dialog around; null where nobody waits for them. */
export const PendingUploadsContext = createContext<PendingUploads | null>(null)
