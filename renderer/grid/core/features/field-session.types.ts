import type { Row } from '#schemas/compile/model.ts'
import type { GridColumn } from '../columns.ts'

/** A widget's field while it is open over a cell. */
export interface FieldSession {
  row: number
  column: GridColumn
  /** The row as it was when the field was opened. */
  values: Readonly<Row>
  /** What has been chosen so far, stored form: the cell itself and what it fills along. */
  draft: Map<string, unknown>
  /** What was typed into the input of a picker since the last choice: it is read when the field is closed. */
  typed: string | null
}

/** How a session ended: a text that has to be read, values that were chosen, or nothing new. */
export type FieldOutcome = { typed: string } | { chosen: ReadonlyMap<string, unknown> } | null

/** The one field that may be open in a grid. */
export interface FieldSessions {
  current(): FieldSession | null
  open(row: number, column: GridColumn, values: Readonly<Row>): void
  /** Where the pointer went down: inside of the field (its drop-downs and dialogs included) or elsewhere. */
  pressed(inside: boolean): void
  /** Whether the pointer is at work inside of the field, which may not be closed then. */
  isHeld(): boolean
  /** Ends the session and answers what came of it. */
  close(keep: boolean): FieldOutcome
}
