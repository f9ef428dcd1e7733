/** A place to keep values under the product's prefix, some of them for a limited time. */
export interface Store {
  /** Null when there is none, it has expired, or it cannot be read. */
  get<T>(name: string): T | null
  set(name: string, value: unknown, lifetimeMs?: number): void
  remove(name: string): void
}

/** Namespace of every key in local and session storage. */
export const STORAGE_PREFIX = 'pro__'
/** Token, user, dictionary items and the chosen department live 7 days. */
export const SESSION_LIFETIME_MS = 604_800_000

/**
 * Keeps `{value, expire}` as JSON in the given area. Where the area is forbidden (private windows, policies) or full, the
 * values live as long as the page: signing in must not depend on a disk quota.
 */
export function createStore(area: () => Storage, now: () => number = Date.now): Store {
  const memory = new Map<string, string>()

  function read(key: string): string | null {
    const kept = memory.get(key)
    if (kept !== undefined) return kept
    try {
      return area().getItem(key)
    } catch {
      return null
    }
  }

  function drop(key: string): void {
    memory.delete(key)
    try {
      area().removeItem(key)
    } catch {
      // Forbidden storage holds nothing that could be removed.
    }
  }

  return {
    get<T>(name: string): T | null {
      const key = STORAGE_PREFIX + name
      const found = read(key)
      if (found === null) return null
      try {
        const { value, expire } = JSON.parse(found) as { value: T; expire: number | null }
        if (typeof expire === 'number' && expire <= now()) {
          drop(key)
          return null
        }
        return value ?? null
      } catch {
        drop(key)
        return null
      }
    },
    set(name, value, lifetimeMs) {
      const key = STORAGE_PREFIX + name
      const content = JSON.stringify({ value, expire: lifetimeMs === undefined ? null : now() + lifetimeMs })
      memory.delete(key)
      try {
        area().setItem(key, content)
      } catch {
        // An older value in the area must not come back after a reload as if it were the new one.
        drop(key)
        memory.set(key, content)
      }
    },
    remove: (name) => drop(STORAGE_PREFIX + name),
  }
}
