/** Rows that one statement takes: a value of PostgreSQL has an end, and other requests have their turn between two statements. */
export const BATCH_ROWS = 2000

/** The items in their order, some at a time. */
export function* batchesOf<T>(items: readonly T[], size = BATCH_ROWS): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
