import type { Row } from '#schemas/compile/model.ts'
import type { Option } from '../../../data/data-client.ts'
import type { GridColumn } from '../columns.ts'
import type { ColumnLooks } from '../features/column-looks.ts'
import type { Other } from '../features/others.ts'
import type { CellRange } from '../features/selection-figures.ts'
import type { FindMode, FoundMark } from '../grid-find.types.ts'

/** One cell that the user gave another value: as text (typed, pasted) or as a stored value (filled, cleared, chosen). */
export type CellInput = { row: number; column: GridColumn } & (
  | { text: string; isPasted?: boolean }
  | { value: unknown }
)

/** What a paste has left out: it reached behind the last column, or the last row where none may be added. */
export interface LeftOut {
  columns: number
  rows: number
}

/** What the grid library's side asks of, and tells, the component that owns the data. Rows and columns count from 0. */
export interface GridViewHost {
  /** The columns that are shown now. */
  columns(): readonly GridColumn[]
  readonly disabled: boolean
  mayAdd(): boolean
  mayRemove(): boolean
  /** Going on behind the last cell begins a row; not behind one that is still as it began. */
  mayAppend(): boolean
  /** Dictionary text of a stored value, where one is known. */
  textOf(column: GridColumn, stored: unknown): string | null
  /** Learns all texts that came with the rows, now: of many rows they are looked through while nobody acts. */
  learnTexts(): void
  /** Entries of a stored value, where its dictionary has colours for them. */
  colored(column: GridColumn, stored: unknown): readonly Option[] | null
  /** Has React draw a cell. */
  showPart(td: HTMLElement, row: number, column: GridColumn): void
  /** A painting has ended. */
  painted(): void
  /** The row as it is kept, with what came along with it. */
  valuesOf(row: number): Readonly<Row>
  errorOf(row: number, name: string): string | null
  /** What else is said of a cell; it is marked. */
  noteOf(row: number, name: string): string | null
  /** Whether a cell was found by its text, and is the one that is shown. */
  foundMark(row: number, name: string): FoundMark | null
  /** What would be wrong with a cell that held this text, or null. */
  wrongWith(row: number, column: GridColumn, text: string): string | null
  /** The editor of a cell has ended and the user goes on: the cell is judged, also where nothing was changed. */
  onLeave(row: number, column: GridColumn): void
  isReadOnly(row: number, column: GridColumn): boolean
  /** Whether the row may be changed at all. */
  mayChange(row: number): boolean
  /** Hidden by a rule of the document: shown empty and locked. */
  isHidden(row: number, column: GridColumn): boolean
  /** What the row is numbered with on the screen. */
  numberOf(row: number): number
  isNewRow(row: number): boolean
  /** It was added and nothing was entered since. */
  isBlank(row: number): boolean
  /** It has just come anew from elsewhere. */
  isReloaded(row: number): boolean
  /** Who else is in a cell, and in a row. */
  otherIn(row: number, name: string): Other | null
  othersOf(row: number): readonly Other[]
  /** An editor has been opened. */
  onEditor(): void
  isChecked(row: number): boolean
  /** Whether the row may be selected at all. */
  mayCheck(row: number): boolean
  allChecked(): 'all' | 'some' | 'none'
  onCheck(row: number, checked: boolean): void
  onCheckAll(checked: boolean): void
  onInput(inputs: readonly CellInput[]): void
  onPaste(inputs: readonly CellInput[], left: LeftOut): void
  onInsert(at: number): void
  /** Asks the user whether these rows shall go. */
  onRemove(from: number, to: number): void
  /** Takes a row away again that was added for nothing. */
  onTakeBack(row: number): void
  /** Adds a copy below the row, without what only one row may have. */
  onDuplicate(row: number): void
  /** Whether users put the rows in order. */
  mayMove(): boolean
  /** Puts rows elsewhere, `to` being the place of the first of them afterwards; answers whether anything has moved. */
  onMove(from: number, count: number, to: number): boolean
  /** How the user sees the columns. */
  looks(): ColumnLooks
  /** Whether rows are filtered by this column. */
  isFiltered(name: string): boolean
  /** A column was drawn wider or narrower, px. */
  onResize(name: string, px: number): void
  /** The menu of a column is asked for. */
  onColumnMenu(name: string): void
  /** The user wants to find a text, or to replace it. */
  onFind(mode: FindMode): void
  onUndo(): void
  onRedo(): void
  onSelect(row: number | null): void
  /** Cells have been selected, one or more; none when nothing is. */
  onMark(ranges: readonly CellRange[]): void
  /** Opens the widget's own field over a cell. */
  openField(row: number, column: GridColumn): void
  /** Ends it; answers false while the pointer is at work inside of it (in its drop-down, its dialog). */
  closeField(keep: boolean): boolean
}
