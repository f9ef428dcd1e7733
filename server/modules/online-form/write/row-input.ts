import type { CompiledForm, Field, Row, RowError } from '#schemas/compile/model.ts'
import { filledFields } from '#schemas/widget/named-fields.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { may } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import type { FormView } from '../read/form-view.ts'
import { recordTable } from '../sql/record-table.ts'

const filledOfForm = new WeakMap<CompiledForm, ReadonlySet<string>>()

/** Columns that other fields of the form fill: they count although they are read-only or not in the form. */
export function filledByOthers(form: CompiledForm): ReadonlySet<string> {
  let filled = filledOfForm.get(form)
  if (!filled) {
    filled = new Set(form.fields.flatMap(filledFields))
    filledOfForm.set(form, filled)
  }
  return filled
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
    if (!column || column.kind === 'binary' || !field.persist || field.system || name.startsWith('_'))
      return false
    if (form.tree?.hasChild === name) return false
    // Serial numbers are given by the server.
    if (field.property.defaultFrom && 'fillRule' in field.property.defaultFrom) return false
    if (!may(session, 'change', { form, column: name }).allowed) return false
    if (form.tree?.parent === name || filled.has(name)) return true
    if (mode.foreignKeys.includes(name)) return mode.inserting
    const inForm = field.inForm || (traitsOf(field.view).hidden && field.property.form !== false)
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
  const has = (value: unknown) => typeof value === 'string' && value.includes('\0')
  return form.fields
    .filter(({ name }) => has(row[name]))
    .map(({ name, title }) => ({ field: name, message: `${title}含有非法字符` }))
}

/** Columns of the table that belong to the document, as stored. */
export function storedColumns(form: CompiledForm): string[] {
  const own = new Set(form.fields.filter((field) => field.persist && !field.system).map(({ name }) => name))
  return [...recordTable(form).columns.keys()].filter((name) => own.has(name))
}

/** Those of them that a save of a row writes; what stands behind the others is written by behaviours. */
export function writtenColumns(form: CompiledForm): string[] {
  const { computed } = recordTable(form)
  return storedColumns(form).filter((name) => !computed.has(name))
}
