import { t } from '#schemas/text/text.ts'
import type { DateOptions } from '#schemas/widget/date.ts'

const DAY = /^(\d{4})-(\d{2})-(\d{2})/

/** A stored day as the period that its picker chooses: 2026-03, 2026年第1季度; the day itself otherwise. */
export function periodText(day: string, picker: DateOptions['picker'] = 'date'): string {
  const found = DAY.exec(day)
  if (!found) return day
  const [, year = '', month = ''] = found
  switch (picker) {
    case 'year':
      return year
    case 'month':
      return `${year}-${month}`
    case 'quarter':
      return t('{year}年第{quarter}季度', { year, quarter: Math.ceil(Number(month) / 3) })
    default:
      return day.slice(0, 10)
  }
}
