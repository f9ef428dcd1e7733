import type { Row } from '#schemas/compile/model.ts'
import type { GridColumn } from '../columns.ts'
import type { CellMeaning } from '../resolve-texts.ts'
import type { GridRow } from '../row-source.types.ts'

/** A cell whose text is being looked up. */
export interface PendingCell {
  key: string
  column: GridColumn
  text: string
  /** What the cell held before. */
  before: unknown
  /** Columns of the same row that were given a text along with this one. */
  given: ReadonlySet<string>
  /** It came with a paste, which is told of what means nothing. */
  isPasted?: boolean
}

export interface PendingEvents {
  /** The meaning of a cell is known. */
  settled(cells: readonly { cell: PendingCell; meaning: CellMeaning }[]): void
  /** The source could not be asked; the cells stay pending and `settle` asks again. */
  failed(cells: readonly PendingCell[], reason: string): void
}

/** Texts whose meaning the server is asked for: nothing is saved before it has answered. */
export interface PendingTexts {
  ask(cells: readonly PendingCell[]): void
  /** The values of a row as they were before the texts that still wait. */
  without(row: GridRow): Readonly<Row>
  /** Asks again what failed and waits for every answer. */
  settle(): Promise<void>
  forget(): void
}
