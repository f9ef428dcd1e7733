import type { CompiledForm, Field, Row, RowError } from '#schemas/compile/model.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { FormView } from './form-view.ts'

/** Written by the server alone, whatever a document or a request says. */
const SYSTEM_COLUMNS = new Set(['id', 'create_by', 'create_time', 'update_by', 'update_time', 'sys_org_code'])

/** Columns that other fields of the form fill: they count although they are read-only or not in the form. */
export function filledByOthers(form: CompiledForm): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (list: unknown) => {
    if (typeof list !== 'string') return
    for (const name of list.split(',')) if (name.trim()) names.add(name.trim())
  }
  for (const field of form.fields) {
    if (field.view === 'popup') add(field.options.destFields)
    if (field.view === 'cat_tree') add(field.options.textField)
    if (field.view === 'link_down') add(field.options.linkField)
  }
  return names
}

/** Fields that a request of this user may set. Everything else in a body is ignored. */
export function writableFields(
  session: Session,
  view: FormView,
  mode: { inserting: boolean; foreignKeys: readonly string[] },
): Field[] {
  const { form } = view
  const filled = filledByOthers(form)
  return form.fields.filter((field) => {
    const { name } = field
    const column = view.columns.get(name) ?? (view.secrets.has(name) ? view.all.get(name) : undefined)
    if (
      !column ||
      column.kind === 'binary' ||
      !field.persist ||
      SYSTEM_COLUMNS.has(name) ||
      name.startsWith('_')
    )
      return false
    if (form.tree?.hasChild === name) return false
    // Serial numbers are given by the server.
    if (field.property.defaultFrom && 'fillRule' in field.property.defaultFrom) return false
    if (!may(session, 'change', { form, column: name }).allowed) return false
    if (form.tree?.parent === name || filled.has(name)) return true
    if (mode.foreignKeys.includes(name)) return mode.inserting
    const inForm = field.inForm || (field.view === 'hidden' && field.property.form !== false)
    return inForm && !field.readOnly
  })
}

/** The part of a body that counts, with lists joined as the wire does. */
export function allowedInput(body: Row, fields: readonly Field[]): Row {
  const row: Row = {}
  for (const { name } of fields) {
    if (!Object.hasOwn(body, name)) continue
    const value = body[name]
    row[name] =
      Array.isArray(value) && value.every((item) => typeof item !== 'object')
        ? value.map(String).join(',')
        : value
  }
  return row
}

/** PostgreSQL stores every character but this one. */
export function zeroCharacters(row: Row, form: CompiledForm): RowError[] {
  return form.fields.flatMap(({ name, title }) => {
    const value = row[name]
    return typeof value === 'string' && value.includes('\0')
      ? [{ field: name, message: `${title}含有非法字符` }]
      : []
  })
}

/** Columns of the table that belong to the document, as stored. */
export function storedColumns(form: CompiledForm): string[] {
  const own = new Set(form.fields.filter((field) => field.persist).map((field) => field.name))
  return form.table.columns
    .map((column) => column.name)
    .filter((name) => own.has(name) && !SYSTEM_COLUMNS.has(name))
}
