import type { Field, Stored } from '#schemas/compile/model.ts'
import { t, texts } from '#schemas/text/text.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { Option } from '../../data/data-client.ts'
import { type GridColumn, plainText } from './columns.ts'
import { shortText } from './short-text.ts'

/**
 * What a typed or pasted text means in a column. `refused` says why it means nothing: the text is kept and marked. A number
 * cell keeps no such text: `reverted` says that it stays what it was.
 */
export type ParsedText = { value: Stored } | { value: string; refused: string } | { reverted: true }

const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})$/
const MONTH = /^(\d{4})(?:[-/.年](\d{1,2})月?|(\d{2}))$/
const YEAR = /^(\d{4})年?$/
const TIME = /^(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?$/
const NUMBER = /^-?(\d+\.?\d*|\.\d+)$/

/** Reads a text typed into a cell or pasted from a spreadsheet. `choices` is null while no dictionary is known. */
export function parseCellText(
  column: GridColumn,
  text: string,
  choices: readonly Option[] | null,
): ParsedText {
  if (text.trim() === '') return { value: null }
  const { widget, field } = column
  if (widget?.cell?.fromText) {
    const value = widget.cell.fromText(text, field.options)
    if (value === undefined)
      return {
        value: text,
        refused: t('{title}不能是「{text}」', { title: column.title, text: shortText(text) }),
      }
    return { value: widget.codec.store(value) }
  }
  if (choices) {
    const chosen = parseChoice(column, text, choices)
    // A kind that is no choice keeps any other text as well.
    return 'refused' in chosen && traitsOf(field.view).choices === undefined
      ? { value: storedOf(column, text) }
      : chosen
  }
  if (column.editor === 'checkbox') return parseSwitch(column, text)
  if (field.property.type !== 'string' && field.dict === null) {
    const written = halfWidth(text).replaceAll(',', '').trim()
    const plain = widget?.cell?.digits?.(written, field.options) ?? written
    if (!NUMBER.test(plain)) return { reverted: true }
    return { value: storedOf(column, plain) }
  }
  const kind = calendarKind(field)
  if (kind === null) return { value: storedOf(column, text) }
  const read = calendarText(kind, field, text)
  if (read === null) return { value: text.trim(), refused: `${column.title}${UNREADABLE[kind]}` }
  return { value: storedOf(column, read) }
}

function storedOf({ widget }: GridColumn, text: string): Stored {
  return widget ? widget.codec.store(widget.codec.parse(text)) : text
}

/** Dictionary texts become values; a value itself is taken as it is; several are separated by commas. */
function parseChoice(column: GridColumn, text: string, choices: readonly Option[]): ParsedText {
  const one = (part: string): Option | undefined => {
    const trimmed = part.trim()
    return (
      choices.find((option) => option.text === trimmed) ??
      choices.find((option) => String(option.value) === trimmed)
    )
  }
  const whole = one(text)
  if (whole) return { value: whole.value }
  const parts = text.split(/[,，;；、]/).filter((part) => part.trim() !== '')
  const found = parts.map(one)
  if (parts.length > 1 && found.every((option) => option !== undefined))
    return { value: found.map((option) => option?.value).join(',') }
  return {
    value: text,
    refused: t('{title}没有「{text}」这一项', { title: column.title, text: shortText(text) }),
  }
}

function parseSwitch(column: GridColumn, text: string): ParsedText {
  const [on, off] = column.switchOptions
  const trimmed = text.trim().toLowerCase()
  const means = (...words: unknown[]) => words.some((word) => String(word).toLowerCase() === trimmed)
  if (means(on.value, on.text, 'true', '√')) return { value: on.value }
  if (means(off.value, off.text, 'false', '×')) return { value: off.value }
  return {
    value: text,
    refused: t('{title}应为{text}或{text2}', { title: column.title, text: on.text, text2: off.text }),
  }
}

type CalendarKind = 'date' | 'datetime' | 'time'

const UNREADABLE: Readonly<Record<CalendarKind, string>> = texts({
  date: '应为日期，如 2026-01-31',
  datetime: '应为日期时间，如 2026-01-31 08:30:00',
  time: '应为时间，如 08:30:00',
})

/** Whether the texts of a field are read as a calendar or a clock has them. */
export function calendarKind(field: Field): CalendarKind | null {
  const { type } = field.column
  const { format } = field.property
  const { calendar } = traitsOf(field.view)
  if (type === 'Datetime' || format === 'datetime' || calendar === 'datetime') return 'datetime'
  if (type === 'Date' || format === 'date' || calendar === 'date') return 'date'
  return calendar === 'time' || format === 'time' ? 'time' : null
}

/** Dates as spreadsheets write them (2024/1/5, 2024年1月5日, 20240105) in the form they are stored in; null for what is none. */
function calendarText(kind: CalendarKind, field: Field, text: string): string | null {
  const plain = halfWidth(text).trim()
  if (kind === 'time') return timeText(plain)
  const [day = '', time = '00:00:00', ...more] = plain.split(/[ T]+/)
  if (more.length > 0) return null
  const date = dateText(day, String(field.options.picker ?? 'date'))
  const clock = timeText(time)
  if (date === null || clock === null) return null
  return kind === 'date' ? date : `${date} ${clock}`
}

/** A day, or the first day of the period that the field's picker chooses. */
function dateText(text: string, picker: string): string | null {
  const period = picker === 'year' ? YEAR.exec(text) : picker === 'month' ? MONTH.exec(text) : null
  const match = period ?? DATE.exec(text) ?? COMPACT_DATE.exec(text)
  if (!match) return null
  const [year = 0, month = 1, dayOfMonth = 1] = match
    .slice(1)
    .filter((part) => part !== undefined)
    .map(Number)
  const day = new Date(Date.UTC(year, month - 1, dayOfMonth))
  // A month of 31 days that has only 30 would become the next one.
  if (year < 1 || day.getUTCMonth() !== month - 1 || day.getUTCDate() !== dayOfMonth) return null
  if (picker === 'week') day.setUTCDate(dayOfMonth - ((day.getUTCDay() + 6) % 7))
  if (picker === 'month' || picker === 'quarter' || picker === 'year') day.setUTCDate(1)
  if (picker === 'quarter') day.setUTCMonth(month - 1 - ((month - 1) % 3))
  if (picker === 'year') day.setUTCMonth(0)
  return day.toISOString().slice(0, 10)
}

function timeText(text: string): string | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [, hour = '', minute = '', second = '00'] = match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}:${second}`
}

/** Full-width digits and signs, as Chinese input methods write them. */
function halfWidth(text: string): string {
  return text
    .replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replaceAll('　', ' ')
}

/** Text of a stored value by a dictionary; null when some part of it is in none. Several values stand comma-separated. */
export function dictionaryText(stored: unknown, texts: ReadonlyMap<string, string>): string | null {
  if (texts.size === 0) return null
  const whole = plainText(stored)
  if (whole === '') return null
  const known = texts.get(whole)
  if (known !== undefined) return known
  if (!whole.includes(',')) return null
  const parts = whole.split(',').map((part) => texts.get(part))
  return parts.every((part) => part !== undefined) ? parts.join('，') : null
}
