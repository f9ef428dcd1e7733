import type { Field } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'

/** True for a field that takes the whole width of its group. */
export function isWide({ property, view }: Field): boolean {
  return property.wide === true || traitsOf(view).longText === true
}
