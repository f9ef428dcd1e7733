import type { Option } from '../../../data/data-client.ts'
import type { GridColumn } from '../columns.ts'
import type { GridRow } from '../row-source.types.ts'

/** What stored values are called, and which texts are not values yet. */
export interface GridTexts {
  /** Text of a stored value, where one is known. */
  textOf(column: GridColumn, stored: unknown): string | null
  /** Entries of a dictionary; null while it is not known. */
  choicesOf(name: string): readonly Option[] | null
  /** Entries of a stored value where its dictionary gives one of them a colour; null where there is none to show. */
  colored(name: string, stored: unknown): readonly Option[] | null
  setChoices(name: string, options: readonly Option[]): void
  /** Texts that were `asked` for: a value without one is shown as it is and not asked for again. */
  setLabels(name: string, labels: ReadonlyMap<string, string>, asked: readonly string[]): void
  learn(name: string, value: unknown, text: string): void
  /**
   * Looks at the rows that were not looked at before: learns the texts that came with them (`sex_dictText`) where they are
   * as the server sent them, and finds stored values whose texts are not known.
   */
  look(rows: readonly GridRow[], areAsSent?: boolean): void
  /** A text that is no value, or not known to be one: copied on, it has to be read again. */
  noteUnread(name: string, text: string): void
  isUnread(name: string, value: unknown): boolean
  /** Its meaning is known by now. */
  wasRead(name: string, text: string): void
  /** Stored values whose texts are not known, by column; the same object until others are found. */
  textless(): ReadonlyMap<string, readonly string[]>
  /** Other rows took the place of those that were looked at: what they lacked is asked for no more. */
  forgetRows(): void
}
