/** Refused calls without a session that are logged per address and minute; more would only fill the disk. */
const MAX_PER_MINUTE = 20
const MINUTE_MS = 60_000

/** Decides which refusals of unknown callers are worth a row. */
export interface StrangerLog {
  mayLog(address: string): boolean
}

/** A counter per address that begins anew every minute. */
export function createStrangerLog(now: () => number = Date.now): StrangerLog {
  let counts = new Map<string, number>()
  let since = now()
  return {
    mayLog(address) {
      if (now() - since >= MINUTE_MS) {
        counts = new Map()
        since = now()
      }
      const count = (counts.get(address) ?? 0) + 1
      counts.set(address, count)
      return count <= MAX_PER_MINUTE
    },
  }
}
