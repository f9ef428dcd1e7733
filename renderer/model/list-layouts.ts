import type { CalendarLayout, ListLayout } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { daysOf } from './list-groups.ts'
import type { ListShape, ListState } from './list-state.ts'

const TABLE: ListLayout = { key: 'table', kind: 'table' }
/** Days of the months before and after that a calendar shows beside its own, at most. */
const BEFORE = 6
const AFTER = 13

/** The way in which a list is shown now. */
export function layoutOf({ layouts = [] }: Pick<ListShape, 'layouts'>, { layout }: ListState): ListLayout {
  return layouts.find(({ key }) => key === layout) ?? layouts[0] ?? TABLE
}

/** A day as `YYYY-MM-DD`; days beyond the end of a month are those of the next. */
function dayText(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** The month that a calendar shows, as `YYYY-MM`. */
export function shownMonth({ month }: Pick<ListState, 'month'>): string {
  const now = new Date()
  return month ?? dayText(now.getFullYear(), now.getMonth() + 1, 1).slice(0, 7)
}

/** Records that stand on a calendar of a month: those that begin in it and those that are not over before it. */
export function monthCondition({ start, end }: CalendarLayout, shown: string): Condition {
  const [year = 0, month = 1] = shown.split('-').map(Number)
  const first = dayText(year, month, 1 - BEFORE)
  const last = dayText(year, month + 1, AFTER)
  const begins = daysOf(start.name, first, last)
  if (!end) return begins
  const spans: Condition = {
    and: [
      { field: start.name, rule: 'le', val: last },
      { field: end.name, rule: 'ge', val: first },
    ],
  }
  return { or: [begins, spans] }
}
