import type { GridColumn } from '../columns.ts'

/** The values of a row, which the library reads and never writes. A row that did not change is the same object at the next painting. */
export type ViewRow = Readonly<Record<string, unknown>>

/** Where the selection goes from a cell. */
export type Move = 'stay' | 'down' | 'right' | 'left'

/** The grid library behind the few verbs that the component needs. */
export interface GridView {
  /** Shows these rows; what did not change keeps its selection and place. */
  show(rows: readonly ViewRow[]): void
  /** Paints again: texts, errors or ticks changed. */
  repaint(): void
  /** Fits columns and height to the box. */
  fit(): void
  /** Other columns are shown. */
  relayout(): void
  /** The heading of a column. */
  heading(column: number): HTMLElement | null
  /** Ends an open editor and keeps what was typed. */
  commit(): void
  /** Ends an open editor without keeping; answers false when none was open. */
  cancel(): boolean
  isEditing(): boolean
  /** What an open input of the library's own holds, and where; null when nothing was changed in it. */
  typed(columns: readonly GridColumn[]): { row: number; column: GridColumn | undefined; text: string } | null
  select(row: number, column: number): void
  /** The cell that the keyboard is in. */
  selected(): { row: number; column: number } | null
  /** Brings a cell into sight; the keyboard stays where it is. */
  scrollTo(row: number, column: number): void
  /** Scrolls to the last row. */
  toEnd(): void
  /** Brings a row into sight, wherever the grid stands in what scrolls. */
  reveal(row: number): void
  /** Moves the selection from a cell and takes the keyboard back. */
  leave(row: number, column: number, move: Move): void
  paste(text: string, html: string): void
  cell(row: number, column: number): HTMLElement | null
  setColors(colors: Readonly<Record<string, string>>): void
  onScroll(listener: () => void): void
}
