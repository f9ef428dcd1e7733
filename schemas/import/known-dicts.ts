import type { Property } from '../page/form.ts'
import { isNumberText } from '../rules/wire-values.ts'
import { text } from './dump-row.ts'
import { columnIn } from './family.ts'
import type { FieldChoices } from './field-choices.ts'
import { isNumericType } from './field-storage.ts'
import type { Notes } from './import-note.ts'

/** Texts by value of the dictionaries that are known, by code. */
export type KnownDicts = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * A value of the field's choices that a numeric column would lose: `01` would become 1, and keys of records are texts.
 * Null where all are numbers, or nothing is known of them.
 */
export function textChoice(
  { dict, options }: FieldChoices,
  { dicts, family }: { dicts: KnownDicts; family: readonly unknown[] },
): string | null {
  if (typeof dict === 'string')
    return [...(dicts.get(dict)?.keys() ?? [])].find((value) => !isPlainNumber(value)) ?? null
  if (Array.isArray(dict))
    return dict.map(({ value }) => String(value)).find((value) => !isPlainNumber(value)) ?? null
  if (dict) return textColumn(family, dict.table, dict.value)
  const { table, key } = options
  return typeof table === 'string' && typeof key === 'string' ? textColumn(family, table, key) : null
}

function textColumn(family: readonly unknown[], table: string, column: string): string | null {
  if (column === 'id') return `${table}.id`
  const row = columnIn(family, table, column)
  return row !== undefined && !isNumericType(text(row, 'db_type')) ? `${table}.${column}` : null
}

function isPlainNumber(value: string): boolean {
  return isNumberText(value) && String(Number(value)) === value
}

/** A default that its dictionary has, or nothing: one that stands there by its text is taken by its value. */
export function choosableDefault(
  defaults: Pick<Property, 'default' | 'defaultFrom'>,
  { field, several }: { field: string; several: boolean },
  known: ReadonlyMap<string, string> | undefined,
  notes: Notes,
): Pick<Property, 'default' | 'defaultFrom'> {
  const { default: written } = defaults
  if (written === undefined || written === '' || !known || known.size === 0) return defaults
  const whole = String(written)
  const parts = several ? whole.split(',') : [whole]
  if (parts.every((part) => known.has(part))) return defaults
  const [value] = [...known].find(([, shown]) => shown === whole) ?? []
  if (value !== undefined && typeof written === 'string') {
    notes.add(field, `默认值 "${whole}"`, `是选项的文本，改为它的值 ${value}`)
    return { default: value }
  }
  notes.add(field, `默认值 "${whole}"`, '不在字典中，未导入')
  return {}
}
