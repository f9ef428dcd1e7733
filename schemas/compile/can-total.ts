import type { TotalKind } from '../page/form-words.ts'
import { isNumeric } from './is-numeric.ts'
import type { Field } from './model.ts'

/** Whether a stored field can be totalled so: codes of choices are no numbers, even where they are stored as such. */
export function canTotal(field: Pick<Field, 'persist' | 'dictKey' | 'column'>, kind: TotalKind): boolean {
  if (!field.persist || field.column.type === 'Blob') return false
  return kind === 'count' || (isNumeric(field) && field.dictKey === null)
}
