import type { Place, Presence } from '#schemas/api/presence.ts'

/** What whoever has a record open wants to hear. */
export interface RecordListener {
  /** Who else has it open now, and where each of them is. */
  onPeople(people: readonly Presence[]): void
  /** The record may be another one than was read. */
  onSaved(): void
}

/** A record that is open on this page. */
export interface OpenedRecord {
  /** Tells the others where this user is. */
  place(place: Place | null): void
  close(): void
}

/** Tells who else has a record open, and that somebody saved it. */
export interface LiveRecords {
  open(form: string, id: string, listener: RecordListener): OpenedRecord
}
