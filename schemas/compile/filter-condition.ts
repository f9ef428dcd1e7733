import type { Comparison, Condition } from '../page/condition.ts'
import { holdsSeveral } from './holds-several.ts'
import type { QueryItem } from './model.ts'

/** What is given in the filters of a list, in stored form; ends of a range under `<field>_begin` and `<field>_end`. */
export type FilterValues = Readonly<Record<string, string>>

/** The value of a filter, or `''`. A field may be called like something that every object has. */
export function filterValue(filter: FilterValues, name: string): string {
  return Object.hasOwn(filter, name) ? (filter[name] ?? '') : ''
}

/** What is given in the filters as a condition: texts are contained, ends of ranges are included; what is empty says nothing. */
export function filterCondition(items: readonly QueryItem[], given: FilterValues): Condition | undefined {
  const all = items.flatMap((item): Comparison[] => {
    const { name } = item.field
    if (item.mode === 'group')
      return [
        ...comparison(name, 'ge', filterValue(given, `${name}_begin`)),
        ...comparison(name, 'le', filterValue(given, `${name}_end`)),
      ]
    // Blanks around a pasted word are not meant.
    const value = filterValue(given, name).trim()
    if (item.mode !== 'single') return comparison(name, item.mode, value)
    // A control for several values joins them by commas; any other comma belongs to the value.
    const parts = holdsSeveral(item) ? value.split(',').filter((part) => part !== '') : []
    return parts.length > 1
      ? [{ field: name, rule: 'in', val: parts }]
      : comparison(name, 'eq', parts[0] ?? value)
  })
  return allOf(all)
}

function comparison(field: string, rule: 'eq' | 'like' | 'ne' | 'ge' | 'le', val: string): Comparison[] {
  return val === '' ? [] : [{ field, rule, val }]
}

/** Conditions that must all be met, as one; absent where there is none. */
export function allOf(all: readonly Condition[]): Condition | undefined {
  return all.length > 1 ? { and: all } : all[0]
}
