import type { DictOption } from '../../page/form.ts'
import { onOffOptions } from '../../widget/on-off.ts'
import { traitsOf } from '../../widget/traits.ts'
import { holdsSeveral } from '../holds-several.ts'
import type { Field } from '../model.ts'
import { wireDict } from './dict-columns.ts'
import { type Json, wireRules } from './wire-rules.ts'

/** A field in the words of a form item, as controls of the wire are given it. */
export function itemWords(field: Field, choices: readonly DictOption[] | null): Json {
  const { name, title, view, property, options, column, dict, dictKey } = field
  const { searches, several, severalOption } = traitsOf(view)
  const severalMayBeSaid = several === 'unlessSaid' && severalOption === undefined
  const table = wireDict(dict, dictKey)
  return {
    key: name,
    label: title,
    rules: wireRules(field),
    ...(typeof options.placeholder === 'string' ? { placeholder: options.placeholder } : {}),
    ...(severalMayBeSaid ? { multiSelect: holdsSeveral(field) } : {}),
    ...(choices ? { listSource: choices.map(({ value, text }) => ({ value, label: text })) } : {}),
    ...(typeof options.store === 'string' ? { extendStore: options.store } : {}),
    ...(typeof options.store === 'string' && typeof options.text === 'string'
      ? { extendText: options.text }
      : {}),
    ...(view === 'switch' ? { switchOptions: onOffOptions(options).map(({ value }) => value) } : {}),
    ...(searches && dictKey !== null
      ? {
          searchDict: table.dictTable
            ? [table.dictTable, table.dictText, table.dictCode].join(',')
            : table.dictCode,
        }
      : {}),
    ...(view === 'number'
      ? { onlyInteger: property.type === 'integer' || options.onlyInteger === true }
      : {}),
    ...(column.scale === null ? {} : { formSchema: { dbPointLength: column.scale } }),
  }
}
