/** Counts changes per table, so that what was computed from a table's rows can be told from what is still true. */
export interface TableChanges {
  /** Grows with every committed change; null while changes of other processes might go unheard. */
  counter(table: string): number | null
  /** To be called after a commit and before its answer. */
  bump(table: string): void
  /** The channel of other processes' changes is up or down. */
  setListening(up: boolean): void
}

/** Change counters in memory; other processes' changes come in through `bump` from the database's notifications. */
export function createTableChanges(): TableChanges {
  const counters = new Map<string, number>()
  let listening = false
  /** Raised on reconnect: what was missed meanwhile is unknown, so everything counts as changed. */
  let era = 0

  return {
    counter: (table) => (listening ? era + (counters.get(table) ?? 0) : null),
    bump(table) {
      counters.set(table, (counters.get(table) ?? 0) + 1)
    },
    setListening(up) {
      if (up && !listening) era += 1_000_000_000
      listening = up
    },
  }
}
