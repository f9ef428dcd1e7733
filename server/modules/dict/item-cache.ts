import type { DictOption } from '#schemas/page/form.ts'
import type { Connections } from '../../database/connection.ts'
import { type LoadedItems, loadItems, loadItemsOf } from './kept-items.ts'

/** Where processes tell each other that kept dictionaries changed. */
export const DICTIONARIES_CHANNEL = 'dictionaries_changed'

/** Dictionaries of the database in memory, until any process says that one changed. */
export interface ItemCache {
  /** Those that clients keep. */
  kept(): Promise<ReadonlyMap<string, DictOption[]>>
  /** The items of any of them; none for an unknown one. */
  of(code: string): Promise<readonly DictOption[]>
  forget(): void
  close(): void
}

/** The dictionaries that clients keep are loaded at once, `most` items together, each other one when it is asked for. */
export function createItemCache(connections: Connections, most: number): ItemCache {
  let items: Promise<LoadedItems> | null = null
  let listening = false
  /** Single dictionaries, as long as what was loaded beside them counts. */
  const others = new WeakMap<LoadedItems, Map<string, Promise<DictOption[]>>>()
  const close = connections.listen(DICTIONARIES_CHANNEL, {
    onMessage: () => {
      items = null
    },
    onUp: (up) => {
      listening = up
      items = null
    },
  })

  function loaded(): Promise<LoadedItems> {
    if (items && listening) return items
    const loading = loadItems(connections, most)
    items = loading
    // A failed load must not be kept.
    loading.catch(() => {
      if (items === loading) items = null
    })
    return loading
  }

  return {
    kept: async () => (await loaded()).kept,

    async of(code) {
      const now = await loaded()
      if (!now.beyond.has(code)) return now.kept.get(code) ?? []
      const known = others.get(now) ?? new Map<string, Promise<DictOption[]>>()
      others.set(now, known)
      const loading = known.get(code) ?? loadItemsOf(connections, code)
      known.set(code, loading)
      loading.catch(() => known.delete(code))
      return loading
    },

    forget() {
      items = null
    },
    close,
  }
}
