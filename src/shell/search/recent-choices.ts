import type { FoundRecord } from '#schemas/api/search.ts'
import type { Store } from '../../session/storage.ts'

/** More are not looked through. */
const MOST = 8

/** What a user chose in the search: an item by its key, and a record with what it is called. */
export interface RecentChoice {
  key: string
  record?: FoundRecord
}

const nameOf = (username: string) => `SEARCH_RECENT_${username}`

/** The last choices of a user in this browser, the newest first. */
export function recentChoices(store: Store, username: string): readonly RecentChoice[] {
  const kept: unknown = store.get(nameOf(username))
  return Array.isArray(kept) ? kept.filter(isChoice).slice(0, MOST) : []
}

/** Keeps a choice as the newest. */
export function keepChoice(store: Store, username: string, choice: RecentChoice): void {
  const others = recentChoices(store, username).filter(({ key }) => key !== choice.key)
  store.set(nameOf(username), [choice, ...others].slice(0, MOST))
}

function isChoice(entry: unknown): entry is RecentChoice {
  if (typeof entry !== 'object' || entry === null) return false
  const { key, record } = entry as Record<string, unknown>
  return typeof key === 'string' && (record === undefined || isRecord(record))
}

function isRecord(record: unknown): boolean {
  if (typeof record !== 'object' || record === null) return false
  const { form, formTitle, id, title, note } = record as Record<string, unknown>
  return [form, formTitle, id, title, note].every((word) => typeof word === 'string')
}
