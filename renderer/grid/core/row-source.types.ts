import type { Row } from '#schemas/compile/model.ts'

/** A row of the grid. `values` is never written to: a change makes a new object. */
export interface GridRow {
  /** The record's id, or a temporary one (`new-1`) until the server gives one. */
  readonly key: string
  readonly isNew: boolean
  readonly values: Readonly<Row>
}

export interface CellChange {
  /** Position among the rows that are held; behind the last row it adds rows. */
  row: number
  name: string
  value: unknown
}

/** What a text meant that a cell held until its meaning was known. */
export interface Settlement {
  key: string
  name: string
  text: unknown
  value: unknown
  /** Other columns of the same row that are set along. */
  fill: Readonly<Row>
}

/** What a grid hands over for saving. */
export interface GridContent {
  /** Rows in the order of the grid, stored form. New rows carry no `id`; kept ones carry `id` and `_version`. */
  rows: Row[]
  /** Ids of rows that were there when the grid was filled and have been removed since. */
  deletedIds: string[]
}

/**
 * The rows of a grid while they are edited, wherever the rest of them are: all in memory, or a page of many. It knows no
 * grid library and draws nothing; it alone holds what will be saved.
 */
export interface RowSource {
  /** The rows that are held: every one, or those of the page that is shown. */
  rows(): readonly GridRow[]
  /** How many rows there are, held or not. */
  total(): number
  /** Number of the first row that is held, counted from 1 through all pages. */
  firstNumber(): number
  /** What a held row is numbered with, where the numbers do not follow each other. */
  numberOf?(row: number): number
  /** What is said of a cell besides its value. */
  noteOf?(row: number, name: string): string | null
  /** Calls back when other rows took the place of those that were held (a page, a new record), never after a change below. */
  onReplaced(listener: () => void): () => void
  /** Answers the keys of the rows that differ afterwards. */
  edit(changes: readonly CellChange[]): string[]
  /** The rows as they would be saved after these changes, which are not made. */
  edited(changes: readonly CellChange[], valuesOf?: (row: GridRow) => Readonly<Row>): Row[]
  /**
   * Puts what texts mean in their place, in the rows and in all that undo and redo bring back: reading a text is no step
   * of its own. Answers whether a row that is there now has changed.
   */
  settle(settlements: readonly Settlement[]): boolean
  /** Adds rows before `at` (0 is the top, the row count the bottom), which may hold `values` already; answers them. */
  insert(at: number, count?: number, values?: Readonly<Row>): readonly GridRow[]
  /** Whether the rows have places of their own, which users may change. */
  isOrdered?(): boolean
  /**
   * Puts rows that follow each other elsewhere; `to` is the place of the first of them afterwards. Answers whether anything
   * has moved.
   */
  move(from: number, count: number, to: number): boolean
  /** Answers how many rows were removed. */
  remove(keys: readonly string[]): number
  undo(): boolean
  redo(): boolean
  /** What is to be saved. `valuesOf` may answer other values than a row holds now. */
  read(valuesOf?: (row: GridRow) => Readonly<Row>): GridContent
}
