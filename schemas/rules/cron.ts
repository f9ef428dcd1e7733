import { CronDate, CronExpressionParser } from 'cron-parser'
import { type CronDays, type CronRule, daysInMonth, LAST_YEAR, parseCron } from './cron-fields.ts'

export { type CronRule, parseCron }

const SECOND_MS = 1000

/** From when, how many and for which clock runs are asked for. */
export interface RunsAsked {
  /** Runs after this moment. */
  from: Date
  count: number
  /** IANA name of a time zone; absent, the zone of this machine. */
  zone?: string
}

/** The next runs of a schedule; fewer than asked for where it ends, and none where it never comes. */
export function nextRuns(rule: CronRule, { from, count, zone }: RunsAsked): Date[] {
  const days = candidateDays(rule)
  if (days.length === 0) return []
  const { weekdays } = weekdaysOf(rule.days)
  const schedule = CronExpressionParser.parse(
    [
      rule.seconds.join(','),
      rule.minutes.join(','),
      rule.hours.join(','),
      days.length === 31 ? '*' : days.join(','),
      rule.months.join(','),
      // The library counts Sunday as 0.
      weekdays.length === 0 ? '*' : weekdays.map((day) => day - 1).join(','),
    ].join(' '),
    { currentDate: from, ...(zone ? { tz: zone } : {}) },
  )
  const restart = (at: CronDate) => schedule.reset(new CronDate(new Date(at.getTime() - SECOND_MS), zone))
  const runs: Date[] = []
  while (runs.length < count) {
    const found = schedule.next()
    const year = found.getFullYear()
    if (year > LAST_YEAR || (rule.years && year > Math.max(...rule.years))) break
    if (rule.years && !rule.years.includes(year)) {
      found.setMonth(11)
      found.setDate(31)
      found.addDay()
      restart(found)
    } else if (!isDay(rule.days, found)) {
      found.addDay()
      restart(found)
    } else runs.push(found.toDate())
  }
  return runs
}

/** Days of the month on which a run may fall in some month; `isDay` decides. None: there is no such day in these months. */
function candidateDays({ days, months }: CronRule): number[] {
  const longest = Math.max(...months.map((month) => daysInMonth(2000, month)))
  const all = Array.from({ length: 31 }, (_, at) => at + 1)
  if (days.by !== 'month') return all
  const possible = new Set<number>(days.days)
  // A weekday that is nearest to a day lies at most two days from it.
  for (const day of days.workdays)
    if (day <= longest) for (let near = day - 2; near <= day + 2; near++) possible.add(near)
  if (days.last) for (const day of [28, 29, 30, 31]) possible.add(day)
  if (days.lastWorkday) for (const day of [26, 27, 28, 29, 30, 31]) possible.add(day)
  return all.filter((day) => possible.has(day) && day <= longest)
}

function weekdaysOf(days: CronDays): { weekdays: readonly number[] } {
  if (days.by !== 'week') return { weekdays: [] }
  const named = [...days.weekdays, ...days.lastOf, ...days.nth.map(([weekday]) => weekday)]
  return { weekdays: [...new Set(named)].sort((a, b) => a - b) }
}

function isDay(days: CronDays, at: CronDate): boolean {
  if (days.by === 'all') return true
  const [day, weekday] = [at.getDate(), at.getDay() + 1]
  const length = daysInMonth(at.getFullYear(), at.getMonth() + 1)
  if (days.by === 'week')
    return (
      days.weekdays.includes(weekday) ||
      (days.lastOf.includes(weekday) && day + 7 > length) ||
      days.nth.some(([named, nth]) => named === weekday && Math.ceil(day / 7) === nth)
    )
  const weekdayOf = (other: number) => ((((weekday - 1 + other - day) % 7) + 7) % 7) + 1
  return (
    days.days.includes(day) ||
    (days.last && day === length) ||
    (days.lastWorkday && day === nearestWorkday(length, length, weekdayOf)) ||
    days.workdays.some((wanted) => wanted <= length && day === nearestWorkday(wanted, length, weekdayOf))
  )
}

/** Monday to Friday nearest to a day, within its month. */
function nearestWorkday(day: number, length: number, weekdayOf: (day: number) => number): number {
  const weekday = weekdayOf(day)
  if (weekday === 7) return day === 1 ? day + 2 : day - 1
  if (weekday === 1) return day === length ? day - 2 : day + 1
  return day
}
