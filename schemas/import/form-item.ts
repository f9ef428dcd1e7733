import { holdsSeveral } from '../compile/holds-several.ts'
import { answeredChoices } from './answered-choices.ts'
import { type DumpRow, isRecord, text } from './dump-row.ts'
import { parseLenient } from './lenient-json.ts'

type Json = Readonly<Record<string, unknown>>

/** Words of a form item for options of its control; the others are called alike. */
const OPTIONS: Readonly<Record<string, string>> = {
  extendStore: 'store',
  extendText: 'text',
  subKey: 'subKey',
  placeholder: 'placeholder',
}
/** Words that say what columns of a definition's row say, or that its extension calls otherwise. */
const ITEM_WORDS = ['extendStore', 'extendText', 'searchDict', 'listSource', 'formSchema'] as const
/** What a switch stores where nobody says otherwise. */
const USUAL_SWITCH = 'Y,N'

/**
 * A property of a form, or a column of a grid, whose words are those of a form item (`label`, `listSource`, `searchDict`,
 * `rules`, `extendStore` …), in the words of the wire. What the property says in those goes first.
 */
export function itemAsProperty(source: unknown): unknown {
  if (!isRecord(source)) return source
  const { label, listSource, searchDict, rules, formSchema } = source
  const named = [source.dictTable, source.dictCode, source.dict].some((one) => isSaid(one))
  const extension = itemExtension(source)
  return {
    ...source,
    ...(isSaid(source.title) ? {} : { title: label }),
    ...(source.enum === undefined && source.options === undefined ? { enum: listSource } : {}),
    ...(!named && isSaid(searchDict) ? { dict: searchDict } : {}),
    ...(source.validateRules === undefined ? { validateRules: rules } : {}),
    ...(source.dbPointLength === undefined && isRecord(formSchema)
      ? { dbPointLength: formSchema.dbPointLength }
      : {}),
    ...(extension === null ? {} : { fieldExtendJson: JSON.stringify(extension) }),
  }
}

/**
 * A row of a definition whose extension is written in words of a form item: where choices come from and how many digits
 * there are stand in columns of the row, which go first.
 */
export function withItemWords(row: DumpRow): DumpRow {
  const extension = parseLenient(text(row, 'field_extend_json') || '{}')
  if (!isRecord(extension) || !ITEM_WORDS.some((word) => Object.hasOwn(extension, word))) return row
  const { extendStore, extendText, searchDict, listSource, formSchema, ...own } = extension
  const dict = isSaid(searchDict) ? answeredChoices({}, { dict: searchDict }, '').columns : {}
  const named = isSaid(row.dict_table) || isSaid(row.dict_field)
  const digits = isRecord(formSchema) ? formSchema.dbPointLength : undefined
  return {
    ...row,
    ...(named ? {} : dict),
    ...(Array.isArray(listSource) ? { list_source: listSource } : {}),
    ...(digits === undefined || text(row, 'db_point_length') !== '' ? {} : { db_point_length: digits }),
    field_extend_json: JSON.stringify({
      ...(isSaid(extendStore) ? { store: extendStore } : {}),
      ...(isSaid(extendText) ? { text: extendText } : {}),
      ...own,
    }),
  }
}

/** The extension with the options that the item says; null where it says nothing more. */
function itemExtension(source: Json): Json | null {
  const written = source.fieldExtendJson
  const given = typeof written === 'string' && written.trim() !== '' ? parseLenient(written) : (written ?? {})
  // A list is the two values of a switch; what cannot be read is told by who reads it.
  if (!isRecord(given)) return null
  const more = Object.entries(optionsOfItem(source, given)).filter(([name]) => !Object.hasOwn(given, name))
  return more.length > 0 ? { ...given, ...Object.fromEntries(more) } : null
}

function optionsOfItem(source: Json, own: Json): Json {
  const view = String(source.view ?? source.type ?? '').toLowerCase()
  const { multiSelect, switchOptions, onlyInteger } = source
  const options: Record<string, unknown> = {}
  for (const [word, option] of Object.entries(OPTIONS))
    if (isSaid(source[word])) options[option] = source[word]
  if (typeof multiSelect === 'boolean' && multiSelect !== holdsSeveral({ view, options: own }))
    options.multiSelect = multiSelect
  if (Array.isArray(switchOptions) && switchOptions.join(',') !== USUAL_SWITCH)
    options.switchOptions = switchOptions
  // A column of whole numbers needs no word for it.
  if (onlyInteger === true && source.type !== 'integer') options.onlyInteger = true
  return options
}

function isSaid(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}
