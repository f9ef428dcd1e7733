/** One thing of a definition that has no place in a document, or was changed on the way. */
export interface ImportNote {
  /** Column, or null for the definition as a whole. */
  field: string | null
  what: string
  why: string
}

/** Collects notes. */
export interface Notes {
  add(field: string | null, what: string, why: string): void
  readonly list: readonly ImportNote[]
}

/** An empty collection; the same note is kept once. */
export function createNotes(): Notes {
  const list: ImportNote[] = []
  return {
    list,
    add(field, what, why) {
      if (!list.some((note) => note.field === field && note.what === what && note.why === why))
        list.push({ field, what, why })
    },
  }
}
