import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import type { GridColumn } from '../grid/core/columns.ts'

/** The form of one row: its fields are the columns of the grid, and no other is judged. */
export function rowForm(form: CompiledForm, columns: readonly GridColumn[]): CompiledForm {
  const names = new Set(columns.map(({ name }) => name))
  const isColumn = ({ name }: Field) => names.has(name)
  // Steps have their buttons in the dialog around, which is another form's.
  const { steps: _, ...layout } = form.form
  return {
    ...form,
    fields: form.fields.map((field) => (isColumn(field) ? field : { ...field, inForm: false })),
    form: {
      ...layout,
      groups: layout.groups
        .map((group) => ({ ...group, fields: group.fields.filter(isColumn) }))
        .filter(({ fields }) => fields.length > 0),
    },
  }
}
