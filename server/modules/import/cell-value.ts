import type { Field } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { ReadCell } from '../spreadsheet/read-cells.ts'

/** Whole numbers beyond this were cut off when the spreadsheet was typed: it keeps 15 digits. */
const MOST_EXACT = 1e15
/** What a spreadsheet writes where a formula came to nothing. */
const FORMULA_ERROR = /^#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!)$/
const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?/
const MONTH = /^(\d{4})(?:[-/.年](\d{1,2})月?|年)$/
const CLOCK = /^(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?(?:\.\d+)?$/
/** Day 0 of the numbers that spreadsheets have for days, and those that are taken for one (1901 to 2199). */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const DAY_NUMBERS = { from: 367, to: 109_575 }

/** What is wrong with a cell before the form looks at it; null where nothing is. */
export function cellFault(cell: ReadCell): string | null {
  if (typeof cell === 'number' && Math.abs(cell) >= MOST_EXACT)
    return '数字超过 15 位，已失去精度，请将单元格设为文本后重新填写'
  return typeof cell === 'string' && FORMULA_ERROR.test(cell.trim()) ? `公式错误 ${cell.trim()}` : null
}

/** A cell as the field's form would send it. What cannot be read so stays as it is written: the form says what is wrong with it. */
export function cellValue(
  field: Pick<Field, 'view' | 'column' | 'options'>,
  cell: ReadCell,
): string | number | null {
  if (cell === null) return null
  const { calendar, numeric } = traitsOf(field.view)
  if (calendar) return calendarText(calendar, cell)
  if (numeric) return numberOf(cell)
  return String(cell)
}

/** `1,234`, `１２` and `12%` are numbers, too. */
function numberOf(cell: string | number): string | number {
  if (typeof cell === 'number') return cell
  const text = cell.normalize('NFKC').trim()
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  const [, share] = /^([+-]?\d+(?:\.\d+)?)%$/.exec(plain) ?? []
  return share === undefined ? plain : String(Number((Number(share) / 100).toPrecision(15)))
}

function calendarText(kind: 'date' | 'datetime' | 'time', cell: string | number): string {
  const text = typeof cell === 'number' ? textOfNumber(kind, cell) : cell.normalize('NFKC').trim()
  if (kind === 'time') return clockOf(text) ?? text
  const compact = text.replace(/^(\d{4})(\d{2})(\d{2})(?=$|\s)/, '$1-$2-$3')
  const found = DAY.exec(compact)
  if (!found) {
    const month = kind === 'date' ? MONTH.exec(text) : null
    return month ? (dayOf(month[1], month[2] ?? '1', '1') ?? text) : text
  }
  const day = dayOf(found[1], found[2], found[3])
  const rest = compact.slice(found[0].length).replace(/^[T\s]+|Z$/g, '')
  const clock = rest === '' ? '00:00:00' : clockOf(rest)
  if (day === null || clock === null) return text
  if (kind === 'datetime') return `${day} ${clock}`
  return clock === '00:00:00' ? day : text
}

/** A number without the format of a day. */
function textOfNumber(kind: 'date' | 'datetime' | 'time', number: number): string {
  const isDay = number >= DAY_NUMBERS.from && number < DAY_NUMBERS.to
  if (kind === 'time' ? number < 0 || number >= 1 : !isDay) return String(number)
  const [day = '', time = ''] = new Date(DAY_ZERO + Math.round(number * 86_400) * 1000)
    .toISOString()
    .slice(0, 19)
    .split('T')
  return kind === 'time' ? time : `${day} ${time}`
}

function dayOf(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text
}

function clockOf(text: string): string | null {
  const [, hours = '', minutes = '', seconds = '00'] = CLOCK.exec(text) ?? []
  return hours === '' || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59
    ? null
    : `${hours.padStart(2, '0')}:${minutes}:${seconds}`
}
