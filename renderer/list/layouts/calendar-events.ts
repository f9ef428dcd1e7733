import dayjs from 'dayjs'
import type { CalendarLayout, Row } from '#schemas/compile/model.ts'

/** A record on a calendar, from one day to another (`YYYY-MM-DD`). */
export interface CalendarEvent {
  id: string
  row: Row
  first: string
  last: string
}

const DAY = 'YYYY-MM-DD'

/** The day of a stored day or moment. */
function dayOf(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? value.slice(0, 10) : null
}

/** The records that stand on a calendar, the earliest first; what ends before it begins takes one day. */
export function calendarEvents(
  { start, end }: CalendarLayout,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): CalendarEvent[] {
  return rows
    .flatMap((row) => {
      const first = dayOf(row[start.name])
      if (first === null) return []
      const last = end && dayOf(row[end.name])
      return [{ id: keyOf(row), row, first, last: last && last > first ? last : first }]
    })
    .sort((one, other) => (one.first < other.first ? -1 : one.first > other.first ? 1 : 0))
}

/** The records of a day. */
export function eventsOn(events: readonly CalendarEvent[], day: string): CalendarEvent[] {
  return events.filter(({ first, last }) => first <= day && day <= last)
}

/** Days from one to another. */
export function daysBetween(from: string, to: string): number {
  return dayjs(to).diff(dayjs(from), 'day')
}

/** What a record holds that is put some days later, or earlier: hours stay, and so does how long it takes. */
export function shiftedDays({ start, end }: CalendarLayout, row: Row, days: number): Row {
  const shifted = (value: unknown) => {
    const day = dayOf(value)
    return day === null ? value : `${dayjs(day).add(days, 'day').format(DAY)}${String(value).slice(10)}`
  }
  return {
    [start.name]: shifted(row[start.name]),
    ...(end ? { [end.name]: shifted(row[end.name]) } : {}),
  }
}
