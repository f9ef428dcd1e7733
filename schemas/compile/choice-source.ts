import type { DictOption } from '../page/form.ts'
import type { NamedTable } from '../widget/named-table.ts'
import { onOffOptions } from '../widget/on-off.ts'
import { traitsOf } from '../widget/traits.ts'
import type { Field, FieldDict } from './model.ts'

type TableDict = Extract<FieldDict, { table: string }>

/** A table that choices are read from. */
export interface TableSource extends NamedTable, Pick<TableDict, 'where' | 'order'> {
  table: string
  /** Where the document names it. */
  declared: 'dict' | 'options'
  /** How a caller names the declaration (`<form code>.<field>`): its condition is the server's to look up. */
  key: string | null
}

/** Choices that must be asked for: a kept dictionary, or a table. */
export type LookupSource = { kept: string } | { table: TableSource }

/** Where the choices of a field come from: entries at hand, a look-up, the areas. */
export type ChoiceSource = { options: readonly DictOption[] } | LookupSource | { areas: true }

/** What of a field (or of a query item) says where its choices come from. */
export type ChoiceField = Pick<Field, 'view' | 'options' | 'dict' | 'follows'> & { dictKey?: string | null }

const known = new WeakMap<ChoiceField, ChoiceSource | null>()

/**
 * Where the choices of a field come from; null where it offers none, or rows of a report. What a kind's own options name
 * counts before a `dict` beside them, a `dict` before the two values of a switch. One field has one source, so that a
 * component may depend on it.
 */
export function choiceSource(field: ChoiceField): ChoiceSource | null {
  let source = known.get(field)
  if (source === undefined) {
    source = sourceOf(field)
    known.set(field, source)
  }
  return source
}

function sourceOf({ view, options, dict, dictKey = null, follows }: ChoiceField): ChoiceSource | null {
  if (follows)
    return {
      table: {
        table: follows.table,
        value: follows.value,
        text: String(options.text ?? ''),
        declared: 'options',
        key: null,
      },
    }
  const traits = traitsOf(view)
  if (traits.choices === 'areas') return { areas: true }
  const named = traits.table?.(options)
  if (named?.table) return { table: { ...named, table: named.table, declared: 'options', key: dictKey } }
  if (dict !== null) return dictSource(dict, dictKey)
  return traits.choices === 'onOff' ? { options: onOffOptions(options) } : null
}

/** Where the choices of a dictionary come from. */
export function dictSource(dict: FieldDict, key: string | null = null): ChoiceSource {
  if (typeof dict === 'string') return { kept: dict }
  return 'table' in dict ? { table: { ...dict, declared: 'dict', key } } : { options: dict }
}

/** A field's choices as something to ask for; null where they are at hand, or there are none. */
export function lookupSource(field: ChoiceField): LookupSource | null {
  const source = choiceSource(field)
  return source && ('kept' in source || 'table' in source) ? source : null
}
