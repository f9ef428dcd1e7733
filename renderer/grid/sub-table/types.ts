import type { ComponentType, Ref } from 'react'
import type { Presence } from '#schemas/api/presence.ts'
import type { CompiledForm, Field, Row, RowError } from '#schemas/compile/model.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import type { GridPlace } from '../core/features/own-place.ts'
import type { GridContent } from '../core/row-source.types.ts'
import type { RowSheetProps } from './cards/row-sheet.types.ts'

/** Imperative side of the grid, through `ref`: a form reads its sub tables when it is saved. */
export interface SubTableGridHandle {
  /** Commits an open editor and answers the rows. */
  read(): GridContent
  /** As `read`, but an open editor is left alone; null when none holds anything new. */
  entering(): Row[] | null
  /**
   * Commits an open editor, checks every row (and `minRows`), marks what is wrong and answers it; an empty answer means
   * sound. It does not move the focus: the form decides which sub table comes first and calls `focus`.
   */
  validate(): Promise<RowError[]>
  /** Fields that were changed in some row and then closed there by a rule: a save keeps what was stored in them. */
  changedAndClosed(): readonly Field[]
  /** Scrolls to the cell of an error, selects it and takes the keyboard. */
  focus(error: RowError): void
  /** Takes the rows as they stand on the server now; answers whether that was possible with all of them. */
  receive(rows: readonly Row[]): boolean
  /** The main record is another now: what rules calculate from it follows. */
  mainChanged(): void
}

/** The others in a record, as they are now. */
export interface Others {
  /** Those in the rows of one sub table. */
  people(sub: string): readonly Presence[]
  subscribe(listener: () => void): () => void
}

/** An editable table of the sub rows of one record. */
export interface SubTableGridProps {
  /** The compiled sub form: its form fields are the columns. */
  form: CompiledForm
  /** Column that points to the main record: never shown, the server fills it. */
  foreignKey?: string
  /** Rows to begin with, stored form. A new array replaces the content, so keep its identity between renders. */
  rows: readonly Row[]
  disabled?: boolean
  /** Fields that this user sees but may not change. */
  readOnlyFields?: readonly string[]
  /** What the user knows it by, for messages; the form's title when absent. */
  title?: string
  /** Rows of one line, unless the user has chosen otherwise. */
  compact?: boolean
  /** The form of one row, where rows are cards; without one they are only shown. */
  rowSheet?: ComponentType<RowSheetProps>
  /** Fewest rows that `validate` accepts. */
  minRows?: number
  /** Number that holds the place of a row; absent where rows are not put in order. */
  order?: string
  /** How rows are selected: several by boxes (when absent), or one. */
  selection?: 'checkbox' | 'radio'
  /** Refusals of the server: `row` counts from 0 in the rows that `read` answered. A new array marks its cells. */
  errors?: readonly RowError[]
  /** First values of an added row; the defaults of the document when absent. */
  createRow?(): Row
  /** The main record as it is now, for the rules of the rows. */
  main?(): RuleContext['main']
  /** Rules calculated other values although the user changed nothing here. */
  onCalculated?(rows: readonly Row[]): void
  /** After every change by the user; `rows` as `read` would answer them. */
  onChange?(content: GridContent): void
  /** How many cells are marked as wrong, whenever it changes: for the badge of a tab. */
  onErrorCount?(count: number): void
  /** Who else is in these rows. */
  others?: Others | undefined
  /** The user is in another cell, has opened its editor or closed it; null outside of the rows. */
  onPlace?(place: GridPlace | null): void
  ref?: Ref<SubTableGridHandle>
}
