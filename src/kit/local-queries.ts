import { groupCondition } from '#schemas/compile/wire/query-record.ts'
import type { QueryGroup, SavedQuery } from '#schemas/page/advanced-query.ts'
import type { Store } from '../session/storage.ts'

/** As the origin's clients call it; the route's path follows. */
const KEY = 'JSuperQuerySaved_'

/** Queries that this browser keeps for the page that is shown. */
export interface LocalQueries {
  list(): Promise<readonly SavedQuery[]>
  /** Takes the place of the one with the same title. */
  save(query: SavedQuery): Promise<void>
  remove(title: string): Promise<void>
  /** These and no others are kept. */
  replace(queries: readonly SavedQuery[]): void
}

/** Saved queries in the browser, by the path of the page, where the origin's clients keep theirs and in their format. */
export function createLocalQueries(store: Store, path: () => string): LocalQueries {
  const key = () => KEY + path()
  const saved = () => {
    const entries: unknown = store.get(key())
    return Array.isArray(entries) ? entries.flatMap((entry) => readQuery(entry) ?? []) : []
  }
  const others = (title: string) => saved().filter((query) => query.title !== title)
  return {
    list: async () => saved(),
    async save(query) {
      const known = saved()
      const at = known.findIndex(({ title }) => title === query.title)
      store.set(key(), at < 0 ? [...known, query] : known.with(at, query))
    },
    async remove(title) {
      store.set(key(), others(title))
    },
    replace: (queries) => store.set(key(), queries),
  }
}

/** A query that somebody else's program may have written; older ones say `content` and `type`. */
function readQuery(entry: unknown): SavedQuery | null {
  if (typeof entry !== 'object' || entry === null) return null
  const { title, matchType, type, records, content } = entry as Record<string, unknown>
  const found = records ?? (typeof content === 'string' ? parsed(content) : content)
  if (typeof title !== 'string' || !isRecords(found)) return null
  const query: SavedQuery = { title, matchType: (matchType ?? type) === 'or' ? 'or' : 'and', records: found }
  try {
    return groupCondition(query) ? query : null
  } catch {
    // It compares by a rule that is not known here.
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecords(value: unknown): value is QueryGroup['records'] {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => {
      if (typeof entry !== 'object' || entry === null) return false
      const { records, field, rule } = entry as Record<string, unknown>
      return records === undefined ? isWord(field) && isWord(rule) : isRecords(records)
    })
  )
}

const isWord = (value: unknown) => value === undefined || typeof value === 'string'
