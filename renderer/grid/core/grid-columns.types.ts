import type { GridColumn } from './columns.ts'
import type { ColumnLooks } from './features/column-looks.ts'

/** How the user sees the columns of one grid. What is saved does not depend on it. */
export interface GridColumns {
  looks(): ColumnLooks
  /** Looks that were kept. */
  begin(looks: ColumnLooks): void
  /** These are the columns that the user's rights leave. */
  allow(columns: readonly GridColumn[]): void
  hide(name: string): void
  show(name: string): void
  showAll(): void
  /** Up to this column they stay in sight; none for null. */
  freeze(name: string | null): void
  resize(name: string, px: number): void
  /** The menu of a column opens, or the open one closes. */
  openMenu(name: string | null): void
}
