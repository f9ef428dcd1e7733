/** Rows of a form that were changed elsewhere, by their keys. */
export interface RowNews {
  /** Changed and deleted ones. */
  changed: readonly string[]
  added: readonly string[]
  /** More than were named: any row may be another one. */
  isMany: boolean
}

/** Tells lists on the screen that rows of their form were changed by others. */
export interface LiveLists {
  /** Answers what ends it. */
  watch(form: string, listener: (news: RowNews) => void): () => void
}
