import type { Draft, DraftContent } from '#schemas/api/draft.ts'

/** The form that is filled in, and its record; no id for a new one. */
export interface DraftPlace {
  form: string
  id?: string | undefined
}

/** Where drafts of forms are kept. Nothing of it rejects: a draft that cannot be kept must not disturb who is typing. */
export interface DraftKeeper {
  /** Drafts of this user, the newest first. `answered`: those that came with the record, which are not asked for again. */
  find(place: DraftPlace, signal: AbortSignal, answered?: readonly Draft[]): Promise<readonly Draft[]>
  /** In place of the older state under this key; answers whether it is found in every browser of the user. */
  keep(place: DraftPlace, key: string, content: DraftContent): Promise<boolean>
  /** As above, at once and in this browser: the page is about to go. */
  keepHere(place: DraftPlace, key: string, content: DraftContent): void
  drop(place: DraftPlace, key: string): Promise<void>
}
