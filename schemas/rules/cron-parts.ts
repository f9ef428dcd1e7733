import { texts } from '#schemas/text/text.ts'
import { MONTHS, WEEKDAYS } from './cron-fields.ts'

/** The parts of an expression in the order in which they are written. */
export const CRON_PARTS = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const
export type CronPart = (typeof CRON_PARTS)[number]

/** How a part is set. `written`: in a way that no other mode has (`LW`, `6#3`, `1-5,8`), kept as it stands. */
export type CronMode = 'every' | 'unset' | 'range' | 'loop' | 'workday' | 'last' | 'specify' | 'written'

/** A part as an editor shows it: its mode, and what each mode would say. */
export interface CronSetting {
  type: CronMode
  start: number
  end: number
  loopStart: number
  interval: number
  /** The day of `15W`. */
  workday: number
  list: readonly number[]
  text: string
}

/** What may be set in a part. */
export interface CronBounds {
  title: string
  modes: readonly CronMode[]
  min: number
  max: number
  interval: readonly [least: number, most: number]
  /** Least start and end of a range, where they are not `min`. */
  rangeFrom?: readonly [start: number, end: number]
}

/** The seven parts as they are written. */
export type CronTexts = Readonly<Record<CronPart, string>>

const PLAIN: readonly CronMode[] = ['every', 'range', 'loop', 'specify']

export const CRON_BOUNDS: Readonly<Record<CronPart, CronBounds>> = texts({
  second: { title: '秒', modes: PLAIN, min: 0, max: 59, interval: [1, 59] },
  minute: { title: '分', modes: PLAIN, min: 0, max: 59, interval: [1, 60] },
  hour: { title: '时', modes: PLAIN, min: 0, max: 23, interval: [1, 23] },
  day: {
    title: '日',
    modes: ['unset', 'every', 'range', 'loop', 'workday', 'last', 'specify'],
    min: 1,
    max: 31,
    interval: [1, 31],
  },
  month: { title: '月', modes: PLAIN, min: 1, max: 12, interval: [0, 12] },
  week: { title: '周', modes: ['unset', 'range', 'loop', 'specify'], min: 1, max: 7, interval: [1, 7] },
  year: {
    title: '年',
    modes: PLAIN,
    min: 2019,
    max: 2119,
    interval: [1, 99],
    rangeFrom: [0, 1],
  },
})

/** What an editor begins with where nothing is written. */
const OPEN: CronTexts = { second: '*', minute: '*', hour: '*', day: '*', month: '*', week: '?', year: '*' }
/** How far the years of a range reach by default. */
const YEARS_AHEAD = 100

/** The parts of an expression of six or seven; those that are missing are open. */
export function readCron(expression: string): CronTexts {
  const written = expression.trim().split(/\s+/).filter(Boolean)
  return Object.fromEntries(CRON_PARTS.map((part, at) => [part, written[at] ?? OPEN[part]])) as CronTexts
}

/** The expression of seven parts. */
export function writeCron(parts: CronTexts): string {
  return CRON_PARTS.map((part) => parts[part]).join(' ')
}

/** What the modes of a part begin with. */
export function firstSetting(part: CronPart, thisYear: number): CronSetting {
  const { min, max } = CRON_BOUNDS[part]
  const first = part === 'year' ? thisYear : min
  return {
    type: 'every',
    start: first,
    end: part === 'year' ? thisYear + YEARS_AHEAD : max,
    loopStart: first,
    interval: 1,
    workday: 1,
    list: [first],
    text: '',
  }
}

/** How a part is set by its text; what other modes would say is not in it. */
export function settingOf(part: CronPart, text: string): Pick<CronSetting, 'type'> & Partial<CronSetting> {
  const { modes, min, max } = CRON_BOUNDS[part]
  const found = plainSetting(part, text.toUpperCase(), min)
  if (found && modes.includes(found.type)) return found
  // Every day of the week, in the only words that a week has for it.
  return part === 'week' && text === '*' ? { type: 'range', start: min, end: max } : { type: 'written', text }
}

function plainSetting(
  part: CronPart,
  text: string,
  min: number,
): (Pick<CronSetting, 'type'> & Partial<CronSetting>) | null {
  if (text === '*') return { type: 'every' }
  if (text === '?') return { type: 'unset' }
  if (text === 'L') return part === 'day' ? { type: 'last' } : null
  const [, workday] = /^(\d{1,2})W$/.exec(text) ?? []
  if (workday !== undefined) return { type: 'workday', workday: Number(workday) }
  const [, first = '', last = ''] = /^(\w+)-(\w+)$/.exec(text) ?? []
  const [start, end] = [numberIn(part, first), numberIn(part, last)]
  if (start !== null && end !== null) return { type: 'range', start, end }
  const [, from = '', every = ''] = /^(\*|\w+)\/(\d{1,4})$/.exec(text) ?? []
  const loopStart = from === '*' ? min : numberIn(part, from)
  if (loopStart !== null && every !== '') return { type: 'loop', loopStart, interval: Number(every) }
  const list = text.split(',').map((one) => numberIn(part, one))
  return list.every((one) => one !== null) ? { type: 'specify', list } : null
}

function numberIn(part: CronPart, text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  const names = part === 'week' ? WEEKDAYS : part === 'month' ? MONTHS : []
  return names.includes(text) ? names.indexOf(text) + 1 : null
}

/** The text of a part that is set so. */
export function textOf(part: CronPart, setting: CronSetting): string {
  switch (setting.type) {
    case 'every':
      return '*'
    case 'unset':
      return '?'
    case 'last':
      return 'L'
    case 'workday':
      return `${setting.workday}W`
    case 'range':
      return `${setting.start}-${setting.end}`
    case 'loop':
      return `${setting.loopStart}/${setting.interval}`
    case 'specify':
      return setting.list.length === 0
        ? String(CRON_BOUNDS[part].min)
        : [...setting.list].sort((a, b) => a - b).join(',')
    case 'written':
      return setting.text
  }
}

/** The parts after one of them was set: day and week exclude each other, and what is shorter than the part is no longer open. */
export function withPart(parts: CronTexts, part: CronPart, text: string): CronTexts {
  const next: Record<CronPart, string> = { ...parts, [part]: text }
  if (part === 'day') next.week = text !== '?' ? '?' : next.week === '?' ? '*' : next.week
  if (part === 'week') next.day = text !== '?' ? '?' : next.day === '?' ? '*' : next.day
  if (text === '*' || text === '?') return next
  const reach = LONGER.findIndex((names) => names.includes(part))
  // From the longest on: each one that is closed closes the next.
  if (reach >= LONGER.length - 1 && next.month === '*') next.month = '1'
  if (reach >= 4 && next.day === '*') Object.assign(next, { day: '1', week: '?' })
  if (reach >= 3 && next.hour === '*') next.hour = '0'
  if (reach >= 2 && next.minute === '*') next.minute = '0'
  if (reach >= 1 && next.second === '*') next.second = '0'
  return next
}

/** Parts by how long they are; day and week are as long. */
const LONGER: readonly (readonly CronPart[])[] = [
  ['second'],
  ['minute'],
  ['hour'],
  ['day', 'week'],
  ['month'],
  ['year'],
]
