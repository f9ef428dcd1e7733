import { isDate, isDatetime } from '../wire-values.ts'

const DAY_MS = 86_400_000

/** A day or moment of the wire, taken apart. Without zones: what is written is what is meant. */
interface Parts {
  year: number
  month: number
  day: number
  /** ` HH:mm:ss`; empty for a day. */
  time: string
}

/** The parts of a text that is a day or a moment; null for any other. */
export function dateParts(text: string): Parts | null {
  const plain = text.replace('T', ' ')
  if (!isDate(plain) && !isDatetime(plain)) return null
  return {
    year: Number(plain.slice(0, 4)),
    month: Number(plain.slice(5, 7)),
    day: Number(plain.slice(8, 10)),
    time: plain.slice(10),
  }
}

/** Whole days from one day to another, whatever the time of day; less than 0 where the second is earlier. */
export function daysBetween(from: Parts, to: Parts): number {
  return Math.round((millis(to) - millis(from)) / DAY_MS)
}

/** So many days later; null where the calendar of the wire ends. */
export function addDays(parts: Parts, days: number): string | null {
  const moved = new Date(millis(parts) + days * DAY_MS)
  return written(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate(), parts.time)
}

/** So many months later; the last day of a shorter month stands for one that it does not have. */
export function addMonths({ year, month, day, time }: Parts, months: number): string | null {
  const count = year * 12 + (month - 1) + months
  const [nextYear, nextMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1]
  return written(nextYear, nextMonth, Math.min(day, daysIn(nextYear, nextMonth)), time)
}

/** Full months from one day to another. */
export function monthsBetween(from: Parts, to: Parts): number {
  const months = (to.year - from.year) * 12 + to.month - from.month
  if (months > 0 && to.day < from.day && to.day < daysIn(to.year, to.month)) return months - 1
  return months < 0 && to.day > from.day ? months + 1 : months
}

/** 1 for Monday to 7 for Sunday. */
export function weekday(parts: Parts): number {
  return new Date(millis(parts)).getUTCDay() || 7
}

/** A day of these numbers; null where the calendar has none. */
export function dayOf(year: number, month: number, day: number): string | null {
  const text = written(year, month, day, '')
  return text !== null && isDate(text) ? text : null
}

/** Writes a day or moment by a pattern of `YYYY MM M DD D HH mm ss`; a day has the time 00:00:00. */
export function formatDate({ year, month, day, time }: Parts, pattern: string): string {
  const [hours = '00', minutes = '00', seconds = '00'] = time.trim() === '' ? [] : time.trim().split(':')
  const words: Readonly<Record<string, string>> = {
    YYYY: padded(year, 4),
    MM: padded(month),
    M: String(month),
    DD: padded(day),
    D: String(day),
    HH: hours,
    mm: minutes,
    ss: seconds,
  }
  return pattern.replace(/YYYY|MM?|DD?|HH|mm|ss/g, (word) => words[word] ?? word)
}

function millis({ year, month, day }: Parts): number {
  const date = new Date(0)
  // Date.UTC takes the years 0 to 99 for those of the last century.
  date.setUTCFullYear(year, month - 1, day)
  return date.getTime()
}

function daysIn(year: number, month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, 0)
  return date.getUTCDate()
}

function written(year: number, month: number, day: number, time: string): string | null {
  if (!Number.isInteger(year) || year < 1 || year > 9999) return null
  return `${padded(year, 4)}-${padded(month)}-${padded(day)}${time}`
}

function padded(number: number, length = 2): string {
  return String(number).padStart(length, '0')
}
