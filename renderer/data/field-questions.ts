import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import type { FieldCheck } from './data-client.ts'

/** What the server is asked about the value of a field that only it can judge; `id` is the record that holds it already. */
export function fieldQuestions(
  form: CompiledForm,
  { name, property }: Field,
  value: string,
  id: string | undefined,
): FieldCheck[] {
  const questions: FieldCheck[] = []
  if (property.checkRule !== undefined) questions.push({ rule: property.checkRule, value })
  if (property.unique)
    questions.push({ table: form.document.table ?? form.code, field: name, value, ...(id ? { id } : {}) })
  return questions
}
