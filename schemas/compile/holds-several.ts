import { traitsOf } from '../widget/traits.ts'
import type { Field } from './model.ts'

/** True when the field stores several values joined by commas. */
export function holdsSeveral({ view, options }: Pick<Field, 'view' | 'options'>): boolean {
  const { several, severalOption } = traitsOf(view)
  if (several === 'always') return true
  const said = options.multiSelect ?? (severalOption === undefined ? undefined : options[severalOption])
  return typeof said === 'boolean' ? said : several === 'unlessSaid'
}
