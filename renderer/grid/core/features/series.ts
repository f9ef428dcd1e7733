/** What stands at a place of a filled line: its first source cell is 0, what is filled in before it is negative. */
export type Series = (at: number) => unknown

export interface SeriesChoice {
  /** The key that turns copying into counting, and counting into copying, is held. */
  turned?: boolean
  /** The period that a calendar column chooses: its single value goes on by one of them. */
  period?: string
}

/** Goes on with the stored values of a line: counted where they follow each other, else repeated. */
export function seriesOf(values: readonly unknown[], { turned = false, period }: SeriesChoice = {}): Series {
  const counted =
    numbers(values) ?? dates(values, period) ?? times(values) ?? words(values) ?? endings(values)
  // A number alone says nothing of a step.
  const isCounting = values.length === 1 && DECIMAL.test(String(values[0])) ? turned : !turned
  return counted && isCounting ? counted : repeated(values)
}

/** The same values once more. */
export function repeated(values: readonly unknown[]): Series {
  return (at) => values[modulo(at, values.length)]
}

const DECIMAL = /^-?\d+(\.\d+)?$/
const INTEGER_TEXT = /^\d+$/

function modulo(number: number, by: number): number {
  return ((number % by) + by) % by
}

/** Numbers of one step, also those that are stored as texts; digits alone are a text with a number at its end. */
function numbers(values: readonly unknown[]): Series | null {
  const isNumber = (value: unknown) =>
    typeof value === 'number' ||
    (typeof value === 'string' && DECIMAL.test(value) && !INTEGER_TEXT.test(value))
  if (!values.every(isNumber)) return null
  const first = Number(values[0])
  const digits = Math.max(...values.map((value) => String(value).split('.')[1]?.length ?? 0))
  const step = Number(((values.length > 1 ? Number(values[1]) : first + 1) - first).toFixed(digits))
  const text = (at: number) => (first + step * at).toFixed(digits)
  if (values.some((value, at) => Number(value) !== Number(text(at)))) return null
  return typeof values[0] === 'string' ? text : (at) => Number(text(at))
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/
const DAY_MS = 86_400_000
const SECOND_MS = 1000
/** Months that a period has; a week and a day go by days. */
const MONTHS_OF: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }

/** Days of one step: so many months where the day stays, else so many days, or seconds where the clock differs. */
function dates(values: readonly unknown[], period = 'date'): Series | null {
  const read = values.map((value) => (typeof value === 'string' ? DATE.exec(value) : null))
  const moments = read.map((match) => {
    if (!match) return Number.NaN
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
      .slice(1)
      .map((part) => Number(part ?? 0))
    return Date.UTC(year, month - 1, day, hour, minute, second)
  })
  const [first = Number.NaN, second] = moments
  if (moments.some(Number.isNaN)) return null
  const hasClock = read[0]?.[4] !== undefined
  const text = (moment: number): string | null => {
    const written = Number.isNaN(moment) ? '' : new Date(moment).toISOString().replace('T', ' ')
    return /^\d{4}-/.test(written) ? written.slice(0, hasClock ? 19 : 10) : null
  }
  const monthStep = second === undefined ? (MONTHS_OF[period] ?? 0) : monthOf(second) - monthOf(first)
  // The last day of February is followed by the last of March where a later day came before.
  const day = Math.max(...moments.map((moment) => new Date(moment).getUTCDate()))
  const byMonths = (at: number) => plusMonths(first, monthStep * at, day)
  if (monthStep !== 0 && moments.every((moment, at) => moment === byMonths(at)))
    return (at) => text(byMonths(at))
  const step = second === undefined ? (period === 'week' ? 7 : 1) * DAY_MS : second - first
  if (moments.some((moment, at) => moment !== first + step * at)) return null
  return (at) => text(first + step * at)
}

function monthOf(moment: number): number {
  const date = new Date(moment)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

function plusMonths(moment: number, months: number, day: number): number {
  const date = new Date(moment)
  const clock = moment - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
  const month = date.getUTCMonth() + months
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return Date.UTC(date.getUTCFullYear(), month, Math.min(day, last)) + clock
}

const TIME = /^(\d{2}):(\d{2}):(\d{2})$/

/** Times of one step, an hour for a single one, around the clock. */
function times(values: readonly unknown[]): Series | null {
  const moments = values.map((value) => {
    const match = typeof value === 'string' ? TIME.exec(value) : null
    if (!match) return Number.NaN
    return Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])
  })
  const [first = Number.NaN, second] = moments
  if (moments.some(Number.isNaN)) return null
  const day = DAY_MS / SECOND_MS
  const step = second === undefined ? 3600 : second - first
  const moment = (at: number) => modulo(first + step * at, day)
  if (moments.some((one, at) => one !== moment(at))) return null
  return (at) => new Date(moment(at) * SECOND_MS).toISOString().slice(11, 19)
}

/** What goes round: the lists that spreadsheets know. */
const ROUNDS: readonly (readonly string[])[] = [
  '周一 周二 周三 周四 周五 周六 周日',
  '星期一 星期二 星期三 星期四 星期五 星期六 星期日',
  '一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月',
  '1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月',
  '正月 二月 三月 四月 五月 六月 七月 八月 九月 十月 冬月 腊月',
  '第一季 第二季 第三季 第四季',
  '第一季度 第二季度 第三季度 第四季度',
  '一季度 二季度 三季度 四季度',
  '甲 乙 丙 丁 戊 己 庚 辛 壬 癸',
  '子 丑 寅 卯 辰 巳 午 未 申 酉 戌 亥',
  'Mon Tue Wed Thu Fri Sat Sun',
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
  'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  'January February March April May June July August September October November December',
].map((round) => round.split(' '))

/** Words of one list with one step. */
function words(values: readonly unknown[]): Series | null {
  const round = ROUNDS.find((list) => values.every((value) => list.includes(String(value))))
  if (!round) return null
  const places = values.map((value) => round.indexOf(String(value)))
  const [first = 0, second = first + 1] = places
  const place = (at: number) => modulo(first + (second - first) * at, round.length)
  return places.every((one, at) => one === place(at)) ? (at) => round[place(at)] : null
}

const ENDING = /^(.*?)(\d+)$/s

/** Texts with a number at their end: counted on where they begin alike, else each of them by one. */
function endings(values: readonly unknown[]): Series | null {
  const parts = values.flatMap((value) => {
    const match = typeof value === 'string' ? ENDING.exec(value) : null
    return match ? [{ begin: match[1] ?? '', digits: match[2] ?? '', number: BigInt(match[2] ?? 0) }] : []
  })
  const [first, second] = parts
  if (!first || parts.length < values.length) return null
  // Zeros before a number say how wide all are.
  const width = Math.max(0, ...parts.map(({ digits }) => (digits.startsWith('0') ? digits.length : 0)))
  const write = (begin: string, number: bigint) =>
    `${begin}${String(number < 0n ? -number : number).padStart(width, '0')}`
  if (parts.some(({ begin }) => begin !== first.begin))
    return (at) => {
      const part = parts[modulo(at, parts.length)] ?? first
      return write(part.begin, part.number + BigInt(Math.floor(at / parts.length)))
    }
  const step = second ? second.number - first.number : 1n
  const number = (at: number) => first.number + step * BigInt(at)
  if (parts.some((part, at) => part.number !== number(at))) return null
  return (at) => write(first.begin, number(at))
}
