import type { Field } from './model.ts'

const ALWAYS: ReadonlySet<string> = new Set(['list_multi', 'checkbox'])
/** Pickers hold one value or several, as their options say; these hold several unless said otherwise. */
const UNLESS_SAID: ReadonlySet<string> = new Set(['sel_user', 'sel_depart'])

/** True when the field stores several values joined by commas. */
export function holdsSeveral(field: Pick<Field, 'view' | 'options'>): boolean {
  if (ALWAYS.has(field.view)) return true
  const said = field.options.multiSelect ?? (field.view === 'popup' ? field.options.popupMulti : undefined)
  return typeof said === 'boolean' ? said : UNLESS_SAID.has(field.view)
}
