import { currentLanguage, filled, t, texts } from '#schemas/text/text.ts'
import { MONTHS, parseCron, WEEKDAYS } from './cron-fields.ts'
import { type CronTexts, readCron } from './cron-parts.ts'

/** One value, range or interval of a part; null ends are open. */
interface Piece {
  from: number | null
  to: number | null
  every: number | null
}

const WEEKDAY_TITLES: readonly string[] = texts(['周日', '周一', '周二', '周三', '周四', '周五', '周六'])
const NTH: readonly string[] = texts([
  '第一个{weekday}',
  '第二个{weekday}',
  '第三个{weekday}',
  '第四个{weekday}',
  '第五个{weekday}',
])
/** More times of a day than these are told by hour and minute. */
const MOST_TIMES = 6

/** What an expression means, in the language that is chosen; null where it means nothing. */
export function cronSentence(expression: string): string | null {
  if (parseCron(expression).rule === null) return null
  const parts = readCron(expression.toUpperCase())
  const date = [yearPhrase(parts.year), monthPhrase(parts.month), dayPhrase(parts)]
  const time = timePhrase(parts)
  const said = [...date, time].filter((phrase) => phrase !== '')
  const isDaily = date.every((phrase) => phrase === '') && !isOften(parts)
  return [...(isDaily ? [t('每天')] : []), ...said].join(' ')
}

/** Runs of every hour: the day goes without saying. */
function isOften({ hour }: CronTexts): boolean {
  return hour === '*' || /^(\*|0)\//.test(hour)
}

function yearPhrase(text: string): string {
  return phrase(text, {
    value: (year) => t('{year}年', { year }),
    every: (every) => (every === 1 ? t('每年') : t('每{every}年', { every })),
  })
}

function monthPhrase(text: string): string {
  return phrase(text, {
    names: MONTHS,
    value: (month) => t('{month}月', { month }),
    every: (every) => (every === 1 ? t('每月') : t('每{every}个月', { every })),
  })
}

function dayPhrase({ day, week, month }: CronTexts): string {
  if (day !== '*' && day !== '?') {
    const days = joined(day.split(',').map(dayOfMonth))
    return month === '*' ? t('每月{days}', { days }) : days
  }
  if (week === '*' || week === '?') return ''
  const pieces = week.split(',').map(dayOfWeek)
  const inMonth = pieces.some(({ ofMonth }) => ofMonth)
  const days = joined(pieces.map(({ said }) => said))
  return inMonth ? (month === '*' ? t('每月{days}', { days }) : days) : t('每{days}', { days })
}

function dayOfMonth(text: string): string {
  if (text === 'L') return t('最后一天')
  if (text === 'LW') return t('最后一个工作日')
  const [, near] = /^(\d+)W$/.exec(text) ?? []
  if (near !== undefined) return t('离{day}日最近的工作日', { day: near })
  return phrase(text, {
    value: (day) => t('{day}日', { day }),
    every: (every) => (every === 1 ? t('每天') : t('每{every}天', { every })),
  })
}

function dayOfWeek(text: string): { said: string; ofMonth: boolean } {
  const weekday = (written: string) => WEEKDAY_TITLES[(numberOf(written, WEEKDAYS) ?? 1) - 1] ?? ''
  if (text === 'L') return { said: WEEKDAY_TITLES[6] ?? '', ofMonth: false }
  const [, last] = /^(\w+)L$/.exec(text) ?? []
  if (last !== undefined) return { said: t('最后一个{weekday}', { weekday: weekday(last) }), ofMonth: true }
  const [, which = '', nth] = /^(\w+)#(\d)$/.exec(text) ?? []
  if (nth !== undefined)
    return {
      said: filled(NTH[Number(nth) - 1] ?? '', { weekday: weekday(which) }),
      ofMonth: true,
    }
  const titleOf = (day: number) => WEEKDAY_TITLES[day - 1] ?? ''
  // An interval over seven days is told by the days that it names.
  const { rule } = text.includes('/') ? parseCron(`0 0 0 ? * ${text}`) : { rule: null }
  if (rule?.days.by === 'week') return { said: joined(rule.days.weekdays.map(titleOf)), ofMonth: false }
  const said = phrase(text, { names: WEEKDAYS, value: titleOf, every: () => '' })
  return { said, ofMonth: false }
}

function timePhrase({ second, minute, hour }: CronTexts): string {
  const times = timesOfDay(second, minute, hour)
  if (times) return joined(times)
  const hours = phrase(hour, {
    value: (value) => t('{value}时', { value }),
    every: (every) => (every === 1 ? t('每小时') : t('每{every}小时', { every })),
    zero: 0,
  })
  const minutes = phrase(minute, {
    value: (value) => t('第{value}分', { value }),
    every: (every) => (every === 1 ? t('每分钟') : t('每{every}分钟', { every })),
    zero: 0,
  })
  const seconds = phrase(second, {
    value: (value) => t('第{value}秒', { value }),
    every: (every) => (every === 1 ? t('每秒') : t('每{every}秒', { every })),
    zero: 0,
  })
  const isPeriod = (text: string) => text === '*' || text.includes('/')
  const said: string[] = []
  if (hours !== '') said.push(hours)
  else if (!isPeriod(minute)) said.push(t('每小时'))
  // At the full hour, of hours that are told: nothing is left to say but that it is each of them.
  if (minute === '0' && second === '0' && hours !== '') {
    if (/^\d+-\d+$/.test(hour)) said.push(t('每小时'))
  } else if (minutes !== '') said.push(minutes)
  else if (!isPeriod(second)) said.push(t('每分钟'))
  if (second === '*') said.push(t('每秒'))
  else if (second !== '0') said.push(seconds)
  return said.join(' ')
}

/** The times of a day, where they are few. */
function timesOfDay(second: string, minute: string, hour: string): string[] | null {
  const [seconds, minutes, hours] = [second, minute, hour].map((text) =>
    /^\d+(,\d+)*$/.test(text) ? text.split(',') : null,
  )
  if (!seconds || !minutes || !hours || seconds.length * minutes.length * hours.length > MOST_TIMES)
    return null
  const two = (text: string) => text.padStart(2, '0')
  return hours.flatMap((h) =>
    minutes.flatMap((m) =>
      seconds.map((s) => [two(h), two(m), ...(Number(s) === 0 ? [] : [two(s)])].join(':')),
    ),
  )
}

interface Words {
  value(value: number): string
  every(count: number): string
  names?: readonly string[]
  /** The value that an interval begins with when nothing is said of it. */
  zero?: number
}

/** A part in words; nothing for one that is open. */
function phrase(text: string, words: Words): string {
  if (text === '*' || text === '?') return ''
  return joined(text.split(',').map((piece) => piecePhrase(pieceOf(piece, words.names), words)))
}

function piecePhrase({ from, to, every }: Piece, { value, every: each, zero = 1 }: Words): string {
  if (from !== null && to !== null) {
    const range = t('{from}至{to}', { from: value(from), to: value(to) })
    return every === null || every === 1 ? range : `${range} ${each(every)}`
  }
  if (every === null) return from === null ? '' : value(from)
  return from === null || from === zero
    ? each(every)
    : t('从{from}起{each}', { from: value(from), each: each(every) })
}

function pieceOf(text: string, names: readonly string[] = []): Piece {
  const [range = '', every] = text.split('/')
  const [from = '', to] = range.split('-')
  return {
    from: from === '*' ? null : numberOf(from, names),
    to: to === undefined ? null : numberOf(to, names),
    every: every === undefined ? null : Number(every),
  }
}

function numberOf(text: string, names: readonly string[]): number | null {
  if (names.includes(text)) return names.indexOf(text) + 1
  return /^\d+$/.test(text) ? Number(text) : null
}

function joined(items: readonly string[]): string {
  return items.join(currentLanguage() === 'en' ? ', ' : '、')
}
