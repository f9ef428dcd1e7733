import type { Row } from '#schemas/compile/model.ts'
import type { GridRow } from '../row-source.types.ts'

/** Row key → column → what is wrong. */
export type ErrorMap = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What is wrong in a grid. A cell is judged once it was touched, all of them when the grid is read for saving. */
export interface GridErrors {
  /** What would be wrong with a row in which a cell held this value, said of that cell; null where nothing is. */
  wrongWith(values: Readonly<Row>, name: string, value: unknown): string | null
  touch(key: string, names: readonly string[]): void
  touchAll(rows: readonly GridRow[]): void
  /** An error that no rule can find (a refusal of the server, a text that means nothing): it stays until the cell changes. */
  impose(row: GridRow, name: string, message: string): void
  /** The same of a text that may have left the cell already and come back by undo. */
  refuse(key: string, name: string, text: unknown, message: string): void
  /** Takes such an error back. */
  release(key: string, name: string, text: unknown): void
  /** Takes all such errors back. */
  releaseAll(): void
  /** What rules read besides the rows has changed: all are judged anew. */
  contextChanged(): void
  forget(): void
  /** The errors of these rows; kept until the next call. */
  check(rows: readonly GridRow[]): ErrorMap
}
