import type { TableChanges } from './table-changes.ts'

interface Entry {
  counter: number
  total: Promise<number>
}

/** Totals kept at most; the least recently used goes first. */
const MAX_TOTALS = 2000

/** Reuses a counted total while its table has not changed. */
export interface Totals {
  /** `key` is the SQL with its values; `count` runs the query. Callers at the same time share one query. */
  total(table: string, key: string, count: () => Promise<number>): Promise<number>
}

/** Totals per table change counter. */
export function createTotals(changes: TableChanges): Totals {
  const entries = new Map<string, Entry>()

  return {
    total(table, key, count) {
      // Read before the query starts: a change during the query makes the entry worthless, as it must.
      const counter = changes.counter(table)
      if (counter === null) return count()
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
      if (entries.size > MAX_TOTALS) {
        const oldest = entries.keys().next().value
        if (oldest !== undefined) entries.delete(oldest)
      }
      return total
    },
  }
}
