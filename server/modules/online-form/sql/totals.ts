import type { TableChanges } from './table-changes.ts'

interface Entry {
  counter: number
  total: Promise<number>
}

interface Recent {
  total: Promise<number>
  /** Until when the total is answered again. */
  until: number
}

/** A total of a journal is reused for this many times as long as it took to count: counting never costs more than a twentieth. */
const REUSED_FOR = 20
/** A count that is quicker than this (ms) is made each time. */
const QUICK_MS = 50

/** Totals kept at most; the least recently used goes first. */
const MAX_TOTALS = 2000

/** Reuses a counted total while its table has not changed. */
export interface Totals {
  /** `tables` are those whose changes may change the total, `key` the SQL with its values; `count` runs the query. Callers at the same time share one query. */
  total(tables: readonly string[], key: string, count: () => Promise<number>): Promise<number>
  /** For a table to which rows are added all the time: exact while counting is quick, else a moment old. */
  recent(key: string, count: () => Promise<number>): Promise<number>
}

/** Totals per change counters of tables. */
export function createTotals(changes: TableChanges, now: () => number = () => performance.now()): Totals {
  const entries = new Map<string, Entry>()
  const recents = new Map<string, Recent>()

  function forgetOldest(kept: Map<string, unknown>): void {
    if (kept.size <= MAX_TOTALS) return
    const oldest = kept.keys().next().value
    if (oldest !== undefined) kept.delete(oldest)
  }

  return {
    recent(key, count) {
      const known = recents.get(key)
      if (known && now() < known.until) return known.total
      const begun = now()
      const entry: Recent = { total: count(), until: Number.POSITIVE_INFINITY }
      recents.delete(key)
      recents.set(key, entry)
      forgetOldest(recents)
      entry.total.then(
        () => {
          const took = now() - begun
          if (took < QUICK_MS) recents.delete(key)
          else entry.until = now() + took * REUSED_FOR
        },
        () => recents.delete(key),
      )
      return entry.total
    },

    total(tables, key, count) {
      // Read before the query starts: a change during the query makes the entry worthless, as it must.
      const counters = tables.map((table) => changes.counter(table))
      if (counters.includes(null)) return count()
      // Each of them only grows: so does the sum, with any of them.
      const counter = counters.reduce<number>((sum, one) => sum + (one ?? 0), 0)
      const known = entries.get(key)
      if (known?.counter === counter) {
        entries.delete(key)
        entries.set(key, known)
        return known.total
      }
      const total = count()
      entries.set(key, { counter, total })
      total.catch(() => {
        if (entries.get(key)?.total === total) entries.delete(key)
      })
      forgetOldest(entries)
      return total
    },
  }
}
