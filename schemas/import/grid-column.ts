import { isRecord } from './dump-row.ts'
import { parseLenient } from './lenient-json.ts'

type Json = Readonly<Record<string, unknown>>

/** Formats of days that a picker of a longer period shows. */
const PICKERS: Readonly<Record<string, string>> = { YYYY: 'year', 'YYYY-MM': 'month', 'YYYY-[Q]Q': 'quarter' }
/** Words of a column that are options of its control. */
const OPTIONS = ['allowDownload', 'allowRemove', 'param', 'uploadnum'] as const
/** What a box stores where nobody says otherwise. */
const USUAL_VALUES = ['Y', 'N'] as const

/** The name of a grid's column. */
export function columnKey(source: unknown): string {
  if (!isRecord(source)) return ''
  const name = source.key ?? source.field
  return typeof name === 'string' ? name.trim() : ''
}

/** A column of a grid in the words of a property of a form: what the column says in those already goes first. */
export function columnAsProperty(source: unknown): unknown {
  if (!isRecord(source)) return source
  const type = String(source.$type ?? source.type ?? '')
  const kind = type.toLowerCase()
  const values = Array.isArray(source.customValue) ? source.customValue : null
  const props = isRecord(source.props) ? source.props : {}
  const first =
    source.defaultValue ?? (source.defaultChecked === true ? (values ?? USUAL_VALUES)[0] : undefined)
  const options = optionsOf(source, kind, props)
  return {
    ...props,
    ...source,
    type: source.number === true && kind === 'input' ? 'inputNumber' : type,
    // A choice that takes other texts as well is a text with a dictionary.
    ...(source.allowInput === true && kind === 'select' ? { view: 'text' } : {}),
    ...(kind === 'normal' ? { disabled: true } : {}),
    ...(values === null ? {} : { switchOptions: values }),
    ...(first === undefined || source.fieldDefaultValue ? {} : { fieldDefaultValue: first }),
    ...(Object.keys(options).length > 0
      ? { fieldExtendJson: extended(source.fieldExtendJson, options) }
      : {}),
  }
}

function optionsOf(source: Json, kind: string, { precision }: Json): Json {
  const picker = kind === 'date' && typeof source.format === 'string' ? PICKERS[source.format] : undefined
  return {
    ...Object.fromEntries(
      OPTIONS.flatMap((word) => (source[word] === undefined ? [] : [[word, source[word]]])),
    ),
    ...(isRecord(source.setTagColor) ? { colors: source.setTagColor } : {}),
    ...(typeof precision === 'number' ? { precision } : {}),
    ...(picker === undefined ? {} : { picker }),
    ...(kind === 'slot' && typeof source.slotName === 'string' ? { name: source.slotName } : {}),
  }
}

/** The extension with these options; what it says itself goes first, and what cannot be read is told by who reads it. */
function extended(written: unknown, options: Json): unknown {
  const given = typeof written === 'string' && written.trim() !== '' ? parseLenient(written) : (written ?? {})
  return isRecord(given) ? JSON.stringify({ ...options, ...given }) : written
}
