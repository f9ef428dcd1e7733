import { choiceSource } from '#schemas/compile/choice-source.ts'
import { firstLevels } from '#schemas/compile/linked-levels.ts'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { traitsOf } from '#schemas/widget/traits.ts'

/** Values that a field is tried with, in this order; the first that its document accepts is taken. */
const TRIED: readonly unknown[] = [
  'abcd1234',
  'abcdefgh',
  '13812345678',
  '123456',
  'a.b@example.com',
  'https://example.com/a',
  '/path',
  '2031-05-06',
  '2031-05-06 07:08:09',
  '07:08:09',
  '2031-05',
  'Y',
  '1',
  '0',
  1,
  0,
  10,
  '[]',
  '{}',
  'A01',
  '110101199003070011',
  '01012345678',
]

/**
 * A row that the document's own checks accept, made from its schema alone: every field that the caller may write has a
 * value, or none where `choices` knows nothing that the field could point to. `mark` stands in the fields that hold any text.
 */
export function generatedRow(
  form: CompiledForm,
  { mark, choices = () => undefined }: { mark: string; choices?: (field: Field) => unknown },
): Row {
  const validator = createRowValidator(form)
  const levels = firstLevels(form)
  const row: Row = {}
  for (const field of form.fields) {
    if (field.system || !field.persist || field.readOnly || field.name === form.tree?.parent) continue
    // A further level stands below what is chosen, which may have none.
    if (levels.has(field.name)) continue
    const chosen = choices(field)
    // What is not known cannot be chosen.
    if (chosen === undefined && choiceSource(field) !== null && !field.required) continue
    const values = chosen === undefined ? [mark, ...TRIED] : [chosen]
    const value = values.find((one) => validator.validateField(field.name, one, row) === null)
    if (value !== undefined && (isFreeText(field) || field.required || chosen !== undefined))
      row[field.name] = value
  }
  return row
}

/** True for a field that takes any short text, so that a mark may stand in it. */
export function isFreeText(field: Field): boolean {
  return (
    field.persist &&
    !field.system &&
    choiceSource(field) === null &&
    traitsOf(field.view).table === undefined &&
    /^(varchar\(\d{2,}\)|text)$/.test(field.column.sql) &&
    !['password', 'hidden', 'date', 'datetime', 'time'].includes(field.view)
  )
}
