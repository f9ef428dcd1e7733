import { groupsByMonth } from '#schemas/compile/can-group.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { ListShape, ListState } from './list-state.ts'

/** The field by which a list is grouped now; null where it is not. */
export function groupField(list: ListShape, { groupBy = list.groupBy }: ListState): Field | null {
  return list.groupings?.find(({ name }) => name === groupBy) ?? null
}

/** The value by which the address names a group. */
export function groupValue({ name }: Pick<Field, 'name'>, row: Readonly<Row>): string {
  const value = row[name]
  return value === null || value === undefined ? '' : String(value)
}

/** What the rows of the group have in common that is shown; absent where all groups are. */
export function groupCondition(list: ListShape, state: ListState): Condition | undefined {
  const field = groupField(list, state)
  if (!field || state.group === undefined) return undefined
  const { name } = field
  if (state.group === '') return { field: name, rule: 'empty' }
  if (!groupsByMonth(field)) return { field: name, rule: 'eq', val: state.group }
  return daysOf(name, `${state.group}-01`, lastDay(state.group))
}

/** From one day to another, both with all their hours. */
export function daysOf(field: string, first: string, last: string): Condition {
  return {
    and: [
      { field, rule: 'ge', val: first },
      { field, rule: 'le', val: last },
    ],
  }
}

/** The last day of a month that is written as `YYYY-MM`. */
function lastDay(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, number ?? 1, 0)).toISOString().slice(0, 10)
}
