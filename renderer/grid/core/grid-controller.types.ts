import type Handsontable from 'handsontable/base'
import type { CompiledForm, Field, Row, RowError } from '#schemas/compile/model.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import type { IsOffered } from '#schemas/compile/rules/rule-problem.ts'
import type { DataClient, Option } from '../../data/data-client.ts'
import type { GridColumn } from './columns.ts'
import type { AddSettings } from './features/add-settings.ts'
import type { CellParts } from './features/cell-parts.ts'
import type { ColumnLooks } from './features/column-looks.ts'
import type { FieldSession } from './features/field-session.types.ts'
import type { GridPlace } from './features/own-place.ts'
import type { RowFilter } from './features/row-filter.ts'
import type { RowLimits } from './features/row-limits.ts'
import type { CellRange } from './features/selection-figures.ts'
import type { GridColumns } from './grid-columns.types.ts'
import type { GridFilter } from './grid-filter.types.ts'
import type { FindMode, GridFind } from './grid-find.types.ts'
import type { GridLook } from './grid-look.ts'
import type { GridSight } from './grid-sight.types.ts'
import type { GridTogether } from './grid-together.types.ts'
import type { CellChange, GridContent, GridRow, RowSource } from './row-source.types.ts'
import type { GridView, Move } from './view/grid-view.types.ts'
import type { GridViewHost, LeftOut } from './view/view-host.ts'

/** What React draws around the grid. */
export interface GridState {
  /** Of the rows, px. */
  rowHeight: number
  /** Locked: drawn without what changes rows. */
  disabled: boolean
  rowCount: number
  /** Rows that no filter keeps out of sight. */
  seenCount: number
  checkedCount: number
  errors: readonly RowError[]
  selectedRow: number | null
  /** Selected cells, where they are more than one; rows as they are seen. */
  marked: readonly CellRange[] | null
  session: FieldSession | null
  /** The bar that finds and replaces, where it is open; counted how often it was asked for. */
  finding: FindMode | null
  findings: number
  /** How the user sees the columns, and which of them has its menu open. */
  looks: ColumnLooks
  columnMenu: string | null
  /** What rows are filtered by, by column. */
  filters: ReadonlyMap<string, RowFilter>
  /** Stored values whose texts are not known yet, by column. */
  textless: ReadonlyMap<string, readonly string[]>
}

/** A text that a cell did not take: it holds what it held before. */
export interface RevertedText {
  row: number
  column: GridColumn
  text: string
}

/** What is to be said of a paste. */
export interface PasteReport extends LeftOut {
  /** Cells that hold what was pasted although it is wrong: they are marked. */
  wrong: readonly { row: number; message: string }[]
}

/** A grid that is about to be drawn. */
export interface GridDrawing {
  /** Another drawing has another. */
  readonly key: number
  readonly settings: Handsontable.GridSettings
  /** Takes over what the library has built; answers how to let go of it. */
  begin(hot: Handsontable.Core): () => void
}

export interface GridEvents {
  /** After every change by the user. */
  onChange?(content: GridContent): void
  /** How many cells are marked as wrong, whenever it changes. */
  onErrorCount?(count: number): void
  /** The user sees the columns in another way. */
  onLooks?(looks: ColumnLooks): void
  /** The user is in another cell, has opened its editor or closed it; null outside of the rows. */
  onPlace?(place: GridPlace | null): void
  /** The filters were taken off, because what the user went to was out of sight. */
  onUnfiltered?(): void
  /** Texts were typed or filled in that number cells did not take. */
  onReverted?(texts: readonly RevertedText[]): void
  /** A paste is not what it was meant to be. */
  onPasted?(report: PasteReport): void
}

export interface ControllerOptions {
  form: CompiledForm
  columns: readonly GridColumn[]
  client: DataClient
  source: RowSource
  look: GridLook
  /** What may be done with which row; everything where absent. */
  limits?: RowLimits
  /** What the rules of the form see besides a row, as it is now. */
  context(): RuleContext
  /** The listeners as they are now: a parent makes new ones with every render. */
  events(): GridEvents
  /** Runs a state change at once, so that a key that opens a field still reaches it. */
  now(change: () => void): void
}

/** Joins rows, texts, errors and view of one grid. It has no element until it is mounted. */
export interface GridController {
  subscribe(listener: () => void): () => void
  /** What rules read besides the rows has changed. `recalculate` brings the rows up to date and answers whether one differs. */
  contextChanged(recalculate: () => boolean): boolean
  state(): GridState
  /** What is seen of the rows, and what is said of it. */
  readonly sight: GridSight
  readonly find: GridFind
  /** The columns that are seen. */
  columns(): readonly GridColumn[]
  /** How the user sees them. */
  readonly looks: GridColumns
  /** Which rows they see. */
  readonly filter: GridFilter

  /** What the library is to draw in an element, as rows, columns and rights are now. */
  prepare(element: HTMLElement, licenseKey: string): GridDrawing
  view(): GridView | null
  readonly together: GridTogether
  /** What draws the rows asks and tells here; places are those that are seen. */
  readonly host: GridViewHost
  /** Rows are drawn by other means than the library. Answers how to let go: what is being entered is kept. */
  drawBy(view: GridView): () => void
  /** Locks the grid or unlocks it: it is drawn anew; rows, their history and what is marked stay. */
  setDisabled(disabled: boolean): void
  /** Rows of another height: the grid is drawn anew; rows, their history and what is marked stay. */
  setRowHeight(px: number): void
  /** Takes columns and buttons away, or gives them back; rows, their history and what is marked stay. */
  takeAway(names: ReadonlySet<string>): void

  /** Adds rows: one at the bottom where nothing else is set. */
  add(settings?: AddSettings): void
  /** Adds a row below the selected one, else at the bottom. */
  insertBelow(): void
  removeChecked(): void
  undo(): void
  redo(): void
  /** Whoever asks the user whether the ticked rows shall go; the menu of the grid calls it. */
  onRemoveAsked(listener: () => void): void

  /** Cells that React draws. */
  readonly parts: Pick<CellParts, 'get' | 'subscribe'>
  choicesOf(name: string): readonly Option[] | null
  /** Which choices of a field the rules leave in a row; null where they leave all. */
  offered(field: Field, row: Readonly<Row>): IsOffered | null
  /** Fields that were changed in some row and then closed there by a rule. `begun` holds a row as it began. */
  changedAndClosed(begun: (row: GridRow) => Readonly<Row>): readonly Field[]
  setChoices(name: string, options: readonly Option[]): void
  setLabels(name: string, labels: ReadonlyMap<string, string>, asked: readonly string[]): void

  /** Where the pointer went down: inside of an open field (its drop-downs and dialogs included) or elsewhere. */
  setPressedInside(inside: boolean): void
  /** Ends the open field and goes on from its cell. */
  endField(keep: boolean, move: Move): void
  /** Goes on from the cell of a field that has ended. */
  moveFrom(session: FieldSession, move: 'right' | 'left'): void

  /** Commits an open editor and answers what is to be saved. */
  read(): GridContent
  /** The rows as `read` would answer them, without touching an open editor; null when none holds anything new. */
  entering(): Row[] | null
  /** Commits an open editor, waits for texts that are being looked up, judges every row and answers what is wrong. */
  validate(): Promise<RowError[]>
  /** Marks what the server refused; `row` counts from 0 in the rows that `read` answered. */
  impose(refusals: readonly RowError[]): void
  /** The same in the place of everything that was refused before. */
  imposeAnew(refusals: readonly RowError[]): void
  /** Sets cells, as if the user had. */
  put(changes: readonly CellChange[]): void
  /** Scrolls to the cell of an error, selects it and takes the keyboard. */
  focus(error: RowError): void
}
