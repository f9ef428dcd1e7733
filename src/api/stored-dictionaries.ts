import type { Envelope } from '#schemas/api/envelope.ts'
import { CALL_PATHS } from './call-paths.ts'
import type { DictItem, DictItems } from './dict-items.ts'
import { type Http, resultOf } from './http.ts'

/** Dictionary items that this browser keeps: used before a call. */
export interface StoredDictionaries {
  /** The enabled items of a dictionary; null where they are to be asked for. */
  items(code: string): Promise<readonly DictItem[] | null>
  /** The server said that dictionaries changed: what is kept is compared before it is used again. */
  changed(): void
}

export interface StoredDictionariesParts {
  http: () => Http
  /** What is kept, and the version it is of. */
  read(): { items: DictItems; version: string | null }
  keep(items: DictItems, version: string): void
}

/**
 * What is kept is compared with the server's version once after the page was loaded, with the first dictionary that is
 * needed, and again after each change: one small call in the place of one for every dictionary, and nothing stale.
 */
export function createStoredDictionaries({ http, read, keep }: StoredDictionariesParts): StoredDictionaries {
  let checking: Promise<boolean> | null = null

  async function check(): Promise<boolean> {
    const quiet = { quiet: true }
    const version = resultOf(await http().get<Envelope<string>>(CALL_PATHS.dictionaryVersion, {}, quiet))
    if (read().version === version) return true
    // The version was asked for first: a change in between is noticed the next time.
    keep(resultOf(await http().get<Envelope<DictItems>>(CALL_PATHS.dictionaries, {}, quiet)), version)
    return true
  }

  function checked(): Promise<boolean> {
    if (!checking) {
      const current = check().catch(() => {
        // Another server of this wire may not know the call; each dictionary is asked for as before.
        if (checking === current) checking = null
        return false
      })
      checking = current
    }
    return checking
  }

  return {
    async items(code) {
      if (Object.keys(read().items).length === 0 || !(await checked())) return null
      const { items } = read()
      const found = Object.hasOwn(items, code) ? items[code] : undefined
      return found && found.length > 0 ? found : null
    },
    changed() {
      checking = null
    },
  }
}
