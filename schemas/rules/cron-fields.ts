import { t, texts } from '#schemas/text/text.ts'

/** Which days a schedule names: all, by the day of the month, or by the day of the week (Sunday is 1). */
export type CronDays =
  | { by: 'all' }
  | {
      by: 'month'
      days: readonly number[]
      /** Days whose nearest weekday, Monday to Friday, is meant: `15W`. */
      workdays: readonly number[]
      /** `L` and `LW`. */
      last: boolean
      lastWorkday: boolean
    }
  | {
      by: 'week'
      weekdays: readonly number[]
      /** Weekdays of which the last of the month is meant: `6L`. */
      lastOf: readonly number[]
      /** Weekday and which one of the month: `6#3`. */
      nth: readonly (readonly [weekday: number, nth: number])[]
    }

/** A schedule in Quartz' words, understood. */
export interface CronRule {
  seconds: readonly number[]
  minutes: readonly number[]
  hours: readonly number[]
  months: readonly number[]
  days: CronDays
  /** Null: every year. */
  years: readonly number[] | null
}

export type ParsedCron = { rule: CronRule; mistake: null } | { rule: null; mistake: string }

interface Field {
  title: string
  min: number
  max: number
  names?: readonly string[]
}

/** Names of months, which count from 1. */
export const MONTHS: readonly string[] = [
  'JAN',
  'FEB',
  'MAR',
  'APR',
  'MAY',
  'JUN',
  'JUL',
  'AUG',
  'SEP',
  'OCT',
  'NOV',
  'DEC',
]
/** Names of weekdays, which count from 1. */
export const WEEKDAYS: readonly string[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const SECOND: Field = texts({ title: '秒', min: 0, max: 59 })
const MINUTE: Field = texts({ title: '分', min: 0, max: 59 })
const HOUR: Field = texts({ title: '时', min: 0, max: 23 })
const DAY: Field = texts({ title: '日', min: 1, max: 31 })
const MONTH: Field = texts({ title: '月', min: 1, max: 12, names: MONTHS })
const WEEKDAY: Field = texts({ title: '周', min: 1, max: 7, names: WEEKDAYS })
/** A hundred years ahead, which the editor offers, and some more. */
export const LAST_YEAR = 2199
const YEAR: Field = texts({ title: '年', min: 1970, max: LAST_YEAR })
/** Longer than any sensible expression. */
const MAX_LENGTH = 255

class Mistake extends Error {}

/** Reads an expression of six or seven fields (seconds first, year last and optional); says in Chinese what is wrong with it. */
export function parseCron(text: string): ParsedCron {
  try {
    return { rule: ruleOf(text), mistake: null }
  } catch (error) {
    if (error instanceof Mistake) return { rule: null, mistake: error.message }
    throw error
  }
}

function ruleOf(text: string): CronRule {
  if (text.length > MAX_LENGTH)
    throw new Mistake(t('表达式不能超过{maxLength}个字符', { maxLength: MAX_LENGTH }))
  const fields = text.trim().toUpperCase().split(/\s+/).filter(Boolean)
  if (fields.length < 6 || fields.length > 7)
    throw new Mistake(
      t('表达式应有6或7段（秒 分 时 日 月 周 [年]），现在是{count}段', { count: fields.length }),
    )
  const [second = '', minute = '', hour = '', day = '', month = '', weekday = '', year = '*'] = fields
  return {
    seconds: valuesOf(SECOND, second),
    minutes: valuesOf(MINUTE, minute),
    hours: valuesOf(HOUR, hour),
    months: valuesOf(MONTH, month),
    days: daysOf(day, weekday),
    years: year === '*' ? null : valuesOf(YEAR, year),
  }
}

function daysOf(day: string, weekday: string): CronDays {
  const isOpen = (text: string) => text === '?' || text === '*'
  if (day === '?' && weekday === '?') throw new Mistake(t('“日”与“周”不能同时为“?”'))
  if (!isOpen(day) && !isOpen(weekday)) throw new Mistake(t('“日”与“周”只能指定一个，另一个应为“?”'))
  if (!isOpen(day)) return monthDaysOf(day)
  return isOpen(weekday) ? { by: 'all' } : weekDaysOf(weekday)
}

function monthDaysOf(text: string): CronDays {
  const found = { days: [] as number[], workdays: [] as number[], last: false, lastWorkday: false }
  for (const part of partsOf(DAY, text)) {
    const near = /^(\d+)W$/.exec(part)
    if (part === 'L') found.last = true
    else if (part === 'LW') found.lastWorkday = true
    else if (near) found.workdays.push(numberOf(DAY, near[1] ?? ''))
    else found.days.push(...rangeOf(DAY, part))
  }
  return { by: 'month', ...found, days: inOrder(found.days) }
}

function weekDaysOf(text: string): CronDays {
  const weekdays: number[] = []
  const lastOf: number[] = []
  const nth: [number, number][] = []
  for (const part of partsOf(WEEKDAY, text)) {
    const last = /^(\w+)L$/.exec(part)
    const numbered = /^(\w+)#(\d+)$/.exec(part)
    // Alone, it is the last day of the week.
    if (part === 'L') weekdays.push(7)
    else if (last) lastOf.push(numberOf(WEEKDAY, last[1] ?? ''))
    else if (numbered) {
      const which = Number(numbered[2])
      if (which < 1 || which > 5) throw new Mistake(t('“周”的“{part}”无效：“#”之后应为1到5', { part }))
      nth.push([numberOf(WEEKDAY, numbered[1] ?? ''), which])
    } else weekdays.push(...rangeOf(WEEKDAY, part))
  }
  return { by: 'week', weekdays: inOrder(weekdays), lastOf, nth }
}

function valuesOf(field: Field, text: string): readonly number[] {
  return inOrder(partsOf(field, text).flatMap((part) => rangeOf(field, part)))
}

function partsOf({ title }: Field, text: string): string[] {
  const parts = text.split(',')
  if (parts.includes('')) throw new Mistake(t('“{title}”的“{text}”无效：逗号前后应有值', { title, text }))
  return parts
}

/** Values of `*`, `5`, `1-5`, `0/10` and `1-30/5`; a range may go over the end: `22-2`. */
function rangeOf(field: Field, part: string): number[] {
  const [range = '', step, ...rest] = part.split('/')
  const [first = '', last, ...more] = range.split('-')
  if (rest.length > 0 || more.length > 0) throw invalid(field, part)
  const size = field.max - field.min + 1
  const from = range === '*' ? field.min : numberOf(field, first)
  const until =
    last === undefined ? (range === '*' || step !== undefined ? field.max : from) : numberOf(field, last)
  const every = step === undefined ? 1 : intervalOf(field, step, size)
  const length = until >= from ? until - from : until - from + size
  if (until < from && field === YEAR)
    throw new Mistake(t('“年”的“{part}”无效：起始年份晚于结束年份', { part }))
  const values: number[] = []
  for (let ahead = 0; ahead <= length; ahead += every)
    values.push(((from - field.min + ahead) % size) + field.min)
  return values
}

function intervalOf({ title }: Field, text: string, size: number): number {
  const every = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (every < 1 || every > size)
    throw new Mistake(t('“{title}”的间隔“{text}”无效：应为1到{size}的整数', { title, text, size }))
  return every
}

function numberOf(field: Field, text: string): number {
  const { title, min, max, names = [] } = field
  if (names.includes(text)) return names.indexOf(text) + min
  if (!/^\d{1,4}$/.test(text)) throw invalid(field, text)
  const value = Number(text)
  if (value < min || value > max)
    throw new Mistake(t('“{title}”的“{text}”超出范围：应为{min}到{max}', { title, text, min, max }))
  return value
}

function invalid({ title }: Field, text: string): Mistake {
  return new Mistake(t('“{title}”的“{text}”无效', { title, text }))
}

function inOrder(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b)
}

/** Days of a month, which is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}
