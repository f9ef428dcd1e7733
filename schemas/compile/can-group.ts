import { traitsOf } from '../widget/traits.ts'
import { holdsSeveral } from './holds-several.ts'
import { isNumeric } from './is-numeric.ts'
import type { Field } from './model.ts'

/** Whether the rows of a list can be grouped by a field: it holds one value, which several rows may share. */
export function canGroup(field: Field): boolean {
  const { secret, longText, hidden, files } = traitsOf(field.view)
  if (!field.persist || secret || longText || hidden || files || holdsSeveral(field)) return false
  if (field.column.type === 'Blob' || field.column.type === 'Text') return false
  return !isNumeric(field) || field.dictKey !== null
}

/** Days and moments are grouped by their months. */
export function groupsByMonth({ column: { type } }: Pick<Field, 'column'>): boolean {
  return type === 'Date' || type === 'Datetime'
}

/** Whether each value of a field can be a column of a board: the values are known beforehand. */
export function canBoard(field: Field): boolean {
  const hasChoices = field.dictKey !== null || traitsOf(field.view).choices !== undefined
  return canGroup(field) && hasChoices && !groupsByMonth(field)
}
