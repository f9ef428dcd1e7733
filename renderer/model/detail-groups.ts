import type { CompiledForm, Field, FormGroup } from '#schemas/compile/model.ts'
import { furtherLevels } from '#schemas/widget/named-fields.ts'
import { traitsOf } from '#schemas/widget/traits.ts'

/** What is read of a record, in the groups of its form; `taken` are fields that the user may not see. */
export function detailGroups(form: CompiledForm, taken: ReadonlySet<string>): FormGroup[] {
  return form.form.groups
    .map((group) => ({
      ...group,
      fields: group.fields
        .flatMap((field) => withLevels(form, field))
        // What never leaves the server has nothing to read.
        .filter(({ name, view }) => !taken.has(name) && !traitsOf(view).secret),
    }))
    .filter((group) => group.fields.length > 0)
}

/** A linked dropdown draws its further levels itself in a form; to be read, each stands behind it as a field of its own. */
function withLevels(form: CompiledForm, field: Field): Field[] {
  const levels = furtherLevels(field).flatMap((name) => form.fields.find((one) => one.name === name) ?? [])
  return [field, ...levels.filter(({ inForm }) => !inForm)]
}
