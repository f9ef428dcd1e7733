import type { Field } from '#schemas/compile/model.ts'
import { furtherLevels } from '#schemas/widget/named-fields.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { PageModel } from '../../model/page-model.ts'

/**
 * Fields that several records can be given one value of: not what may not repeat, what the server gives, what stands in one
 * record alone, as a file or the place in a tree does, nor the levels that another field draws.
 */
export function editFields({ form, definition }: PageModel, taken: ReadonlySet<string>): Field[] {
  const fixed = new Set(definition.access.readonly)
  const levels = new Set(form.fields.flatMap(furtherLevels))
  return form.fields.filter(({ name, view, property, inForm, readOnly, persist, system }) => {
    const { secret, files } = traitsOf(view)
    if (!inForm || readOnly || !persist || system || secret || files) return false
    if (property.unique || (property.defaultFrom && 'fillRule' in property.defaultFrom)) return false
    return !taken.has(name) && !fixed.has(name) && !levels.has(name) && form.tree?.parent !== name
  })
}
