/** What stands in a cell: a text is never a formula, a number may be a day or a time by the format of its column. */
export type Cell = string | number | null | StyledCell

/** A cell that looks otherwise than its column. */
export interface StyledCell {
  value: string | number | null
  as?: 'title' | 'note' | 'heading'
  /** Where a click leads. */
  link?: string
}

/** Format of the numbers of a column. */
export interface SheetColumn {
  /** In characters. */
  width: number
  /** Of numbers, in the words of Excel: `yyyy-mm-dd`, `0.00`. */
  format?: string
}

/** What may be typed below the heading of a column. */
export interface CellRule {
  /** From 1. */
  column: number
  firstRow: number
  /** Shown beside a chosen cell. */
  prompt?: { title: string; text: string }
  /** Where the choices stand, as a formula: `选项!$A$1:$A$3`. */
  choices?: string
}

/** A sheet whose rows are made while it is written. */
export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
  /** Rows that stay in sight. */
  frozenRows?: number
  /** Ranges such as `A1:D1`; they may come about with the rows. */
  merged?: readonly string[]
  rules?: readonly CellRule[]
  hidden?: true
}
