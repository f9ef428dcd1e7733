import type { Dict, DictOption } from '../page/form.ts'
import { onOffOptions } from '../widget/on-off.ts'
import { type NamedTable, traitsOf } from '../widget/traits.ts'
import type { Field } from './model.ts'

type TableDict = Extract<Dict, { table: string }>

/** A table that choices are read from. `declared` is where the document names it. */
export type TableSource =
  | (TableDict & { declared: 'dict' })
  | (NamedTable & { table: string; declared: 'options' })

/** Where the choices of a field come from: entries at hand, a kept dictionary, a table, the areas. */
export type ChoiceSource =
  | { options: readonly DictOption[] }
  | { kept: string }
  | { table: TableSource }
  | { areas: true }

/**
 * Where the choices of a field come from; null where it offers none, or rows of a report. What a kind's own options name
 * counts before a `dict` beside them, a `dict` before the two values of a switch.
 */
export function choiceSource({
  view,
  options,
  dict,
}: Pick<Field, 'view' | 'options' | 'dict'>): ChoiceSource | null {
  const traits = traitsOf(view)
  if (traits.choices === 'areas') return { areas: true }
  const named = traits.table?.(options)
  if (named?.table) return { table: { ...named, table: named.table, declared: 'options' } }
  if (dict !== null) return dictSource(dict)
  return traits.choices === 'onOff' ? { options: onOffOptions(options) } : null
}

/** Where the choices of a dictionary come from. */
export function dictSource(dict: Dict): ChoiceSource {
  if (typeof dict === 'string') return { kept: dict }
  return Array.isArray(dict) ? { options: dict } : { table: { ...(dict as TableDict), declared: 'dict' } }
}
