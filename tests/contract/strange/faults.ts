import { checkDocument, soundDocument } from '#schemas/compile/check-document.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createTableSql } from '#schemas/compile/ddl.ts'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { openApi } from '#schemas/compile/openapi.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { typeText } from '#schemas/compile/types.ts'
import { wireColumns } from '#schemas/compile/wire/columns.ts'
import { wireFormItem } from '#schemas/compile/wire/form-item.ts'
import { wireQueryInfo } from '#schemas/compile/wire/query-info.ts'
import { importForm } from '#schemas/import/jeecg-form.ts'
import { silentLosses } from './losses.ts'
import { ODD_VALUES, type StrangeCase } from './mutations.ts'

const USER = { id: '1', username: 'admin', realname: 'Admin', orgCode: 'A01' }

/** Everything that follows from a definition; what is wrong with it. */
export function faultsOf({ family }: StrangeCase): string[] {
  const faults: string[] = []
  const compiled = new Map<string, CompiledForm>()
  const [first] = family
  const { document, notes } = importForm(first, family)
  if (!document) return notes.length > 0 ? [] : ['refused without a word']
  for (const note of notes)
    if (!note.what.trim() || !note.why.trim()) faults.push(`empty note ${JSON.stringify(note)}`)
  for (const member of family.slice(1)) {
    const { document: other } = importForm(member, family)
    if (other) compiled.set(other.code, compileForm(other))
  }
  const text = JSON.stringify(document)
  const unknownViews = new Set(['unknown-view'])
  for (const { severity, code, path, message } of checkDocument(text))
    if (severity === 'error' && !unknownViews.has(code)) faults.push(`check: ${path} ${message}`)
  faults.push(...silentLosses(first, document, notes).map((lost) => `lost: ${lost}`))
  const sound = soundDocument(text).document
  if (!sound) return [...faults, 'not sound']
  const form = compileForm(sound)
  if (form.table) createTableSql(form.table)
  wireColumns(form)
  wireQueryInfo(form.list.query)
  wireFormItem(form, compiled)
  openApi(form, compiled)
  typeText(form, compiled)
  const validator = createRowValidator(form)
  const begun = initialRow(form, USER, new Date(2026, 0, 1))
  const computed = new Set(form.fields.flatMap(({ name, property }) => (property.defaultFrom ? name : [])))
  // What the signed-in user is called is not the definition's to know.
  for (const { field, message } of validator.validate(begun))
    if (begun[field] !== null && begun[field] !== undefined && !computed.has(field))
      faults.push(`begins refused: ${field} ${message}`)
  for (const value of ODD_VALUES)
    validator.validate(Object.fromEntries(form.fields.map(({ name }) => [name, value])))
  return faults
}
