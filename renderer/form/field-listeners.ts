/** Who is told when a field changes. */
export interface FieldListeners {
  subscribe(name: string, listener: () => void): () => void
  /** Told of every change. */
  subscribeAll(listener: () => void): () => void
  tell(names: readonly string[]): void
}

/** Nobody listens yet. */
export function createFieldListeners(): FieldListeners {
  const byName = new Map<string, Set<() => void>>()
  const all = new Set<() => void>()
  return {
    subscribe(name, listener) {
      const set = byName.get(name) ?? new Set()
      byName.set(name, set)
      set.add(listener)
      return () => set.delete(listener)
    },
    subscribeAll(listener) {
      all.add(listener)
      return () => all.delete(listener)
    },
    tell(names) {
      for (const name of names) for (const listener of byName.get(name) ?? []) listener()
      if (names.length > 0) for (const listener of all) listener()
    },
  }
}
