import type { Presence } from '#schemas/api/presence.ts'

/** What a grid does where several people have its rows open. */
export interface GridTogether {
  /** Who else is in these rows. */
  setOthers(people: readonly Presence[]): void
  /** Key of the row in which an editor is open, empty for a new row; null where none is. */
  editedRow(): string | null
  /** The source has taken rows that others saved; `arrived` are the keys of those that are new or others. */
  received(arrived: ReadonlySet<string>): void
}
