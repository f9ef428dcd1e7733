import type { FormDocument } from '../page/form.ts'
import { traitsOf } from '../widget/traits.ts'
import type { Field } from './model.ts'

/** Whether records can be found by a field from anywhere: it holds what was typed, and nothing that stands for something else. */
export function canSearch({ persist, view, dict, column }: Field): boolean {
  return persist && traitsOf(view).plainText === true && dict === null && column.type === 'string'
}

/** Fields by which records are found from anywhere; none where the rows are not the form's own. */
export function searchFields(
  { search = [], store, list }: FormDocument,
  byName: ReadonlyMap<string, Field>,
): readonly string[] {
  if ((store && 'source' in store) || list?.url !== undefined) return []
  return [...new Set(search)].filter((name) => {
    const field = byName.get(name)
    return field !== undefined && canSearch(field)
  })
}
