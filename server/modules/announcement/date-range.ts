import type { Range } from '#schemas/api/announcement.ts'

const DAY = /^\d{4}-\d{2}-\d{2}/

/** First and last moment of a range, as the wire writes moments; null where it has no such end. Weeks begin on Monday. */
export function dateRange(
  key: Range,
  today: Date,
  own: { beginDate?: string; endDate?: string },
): { from: string | null; to: string | null } {
  const day = (offset: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() + offset)
  const days = (first: Date, last: Date) => ({
    from: `${dayOf(first)} 00:00:00`,
    to: `${dayOf(last)} 23:59:59`,
  })
  const monday = -((today.getDay() + 6) % 7)
  const month = (offset: number) =>
    [
      new Date(today.getFullYear(), today.getMonth() + offset, 1),
      new Date(today.getFullYear(), today.getMonth() + offset + 1, 0),
    ] as const
  switch (key) {
    case 'jt':
      return days(day(0), day(0))
    case 'zt':
      return days(day(-1), day(-1))
    case 'qt':
      return days(day(-2), day(-2))
    case 'bz':
      return days(day(monday), day(monday + 6))
    case 'sz':
      return days(day(monday - 7), day(monday - 1))
    case 'by':
      return days(...month(0))
    case 'sy':
      return days(...month(-1))
    case 'zdy':
      return { from: moment(own.beginDate, '00:00:00'), to: moment(own.endDate, '23:59:59') }
  }
}

function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A day that somebody chose, whole. */
function moment(text: string | undefined, time: string): string | null {
  const day = DAY.exec(text ?? '')?.[0]
  return day === undefined ? null : `${day} ${time}`
}
