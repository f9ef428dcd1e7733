import type { Row } from '#schemas/compile/model.ts'
import type { RowAction } from '../RowMenu.tsx'
import type { ListModel } from '../use-list.ts'
import type { FieldChange } from './use-field-change.ts'

/** What each way of showing a list is given. */
export interface LayoutProps<L> {
  layout: L
  list: ListModel
  /** What can be done with a record; absent where there is nothing. */
  actions: ((row: Row) => readonly RowAction[]) | undefined
  fieldChange: FieldChange
}
