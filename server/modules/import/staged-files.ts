import type { FileColumn, FileMeeting, FileOutcome, FileState } from '#schemas/api/import-workbench.ts'
import type { Row, RowError } from '#schemas/compile/model.ts'
import type { ReadCell, ReadRow } from '../spreadsheet/read-cells.ts'

/** A column of a file as it came: which field it fills is kept beside it. */
export type KeptColumn = Omit<FileColumn, 'field'>

/** A file that waits to be taken in. */
export interface KeptFile {
  id: string
  form: string
  name: string
  state: FileState
  columns: readonly KeptColumn[]
  /** Fields by the places of the columns. */
  matches: Readonly<Record<string, string>>
  meeting: FileMeeting
  total: number
  done: number
  failure: string | null
  outcome: FileOutcome | null
  keptAt: Date
}

/** A line of such a file. */
export interface KeptLine extends ReadRow {
  no: number
  edits: Row | null
}

/** What was found out about a line. */
export interface Verdict {
  no: number
  problems: readonly RowError[]
  record: { id: string; version: number } | null
  was: Row | null
  keys: readonly { columns: string; value: string }[]
}

/** A line with what is known of it. */
export interface JudgedLine extends KeptLine {
  problems: readonly RowError[]
  record: Verdict['record']
  was: Row | null
  /** Lines before it that have the same values, with the columns of these; no line where it was taken in already. */
  repeats: readonly { columns: string; line: number | null }[]
}

/** A new file: its columns and lines. */
export interface NewFile {
  id: string
  form: string
  name: string
  columns: readonly KeptColumn[]
  matches: Readonly<Record<string, string>>
  rows: readonly { line: number; cells: readonly ReadCell[] }[]
}
