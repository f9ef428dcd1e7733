import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import type { DateOptions } from '#schemas/widget/date.ts'

dayjs.extend(customParseFormat)
const STORED = 'YYYY-MM-DD'

/** The day of a stored text; null for what is none (2026-02-30 is none). */
export function dayOf(stored: string | null): Dayjs | null {
  if (stored === null) return null
  const day = dayjs(stored, [STORED, `${STORED} HH:mm:ss`], true)
  return day.isValid() ? day : null
}

/** The first day of the period that a picker chose; weeks begin on Monday whatever the locale says. */
export function firstDay(day: Dayjs, picker: NonNullable<DateOptions['picker']>): string {
  switch (picker) {
    case 'week':
      return day.subtract((day.day() + 6) % 7, 'day').format(STORED)
    case 'month':
      return day.startOf('month').format(STORED)
    case 'quarter':
      return day
        .startOf('month')
        .subtract(day.month() % 3, 'month')
        .format(STORED)
    case 'year':
      return day.startOf('year').format(STORED)
    default:
      return day.format(STORED)
  }
}
