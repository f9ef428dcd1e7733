import { traitsOf } from '../widget/traits.ts'
import type { Field } from './model.ts'

/** Where a field's value stands in its column, in lists and grids. */
export function alignment({
  view,
  dictKey,
  property,
}: Pick<Field, 'view' | 'dictKey' | 'property'>): 'left' | 'right' | 'center' {
  return traitsOf(view).align ?? (dictKey !== null || property.type === 'string' ? 'left' : 'right')
}
