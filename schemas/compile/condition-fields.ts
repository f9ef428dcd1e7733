import type { Condition } from '../page/condition.ts'

/** Fields that a condition compares. */
export function fieldsIn(condition: Condition): string[] {
  if ('and' in condition) return condition.and.flatMap(fieldsIn)
  if ('or' in condition) return condition.or.flatMap(fieldsIn)
  return [condition.field]
}
