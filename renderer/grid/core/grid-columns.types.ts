import type { GridColumn } from './columns.ts'
import type { ColumnLooks } from './features/column-looks.ts'
import type { Sort } from './features/sight-order.ts'

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
  /** Rows are seen in this order, and saved in their own; both are the same for null. */
  sort(sort: Sort | null): void
  /** Other rows are there: they are sorted anew. */
  resort(): void
  resize(name: string, px: number): void
  /** The menu of a column opens, or the open one closes. */
  openMenu(name: string | null): void
}
