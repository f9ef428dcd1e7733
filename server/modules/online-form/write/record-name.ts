import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'

/** What a record is called in a sentence: the first column of the list that is plain text, else its key. */
export function recordName(form: CompiledForm, row: Row): string {
  const label = form.list.columns.find(({ field }) => !field.dict && traitsOf(field.view).plainText)?.field
  return String((label && row[label.name]) || row.id)
}
