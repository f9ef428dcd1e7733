import type { MatchType } from '#schemas/page/advanced-query.ts'
import type { Condition, ConditionRule } from '#schemas/page/condition.ts'
import { t, texts } from '#schemas/text/text.ts'
import type { QueryField } from '../model/query-fields.ts'

/** What the rules are called. */
export const RULE_TEXTS = texts({
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  in: '在…中',
  not_in: '不在…中',
  like: '包含',
  not_like: '不包含',
  right_like: '以…开始',
  left_like: '以…结尾',
  empty: '为空',
  not_empty: '不为空',
} as const satisfies Record<ConditionRule, string>)

/** What the ways to join conditions are called. */
export const MATCH_TEXTS = texts({
  and: 'AND（所有条件都要求匹配）',
  or: 'OR（条件中的任意一个匹配）',
} as const satisfies Record<MatchType, string>)

/** What a field is called where the sub table that it stands in is not to be seen. */
export function fieldTitle(name: string, fields: ReadonlyMap<string, QueryField>): string {
  const field = fields.get(name)
  if (!field) return name
  return field.sub === null ? field.title : t('{sub}的{field}', { sub: field.sub, field: field.title })
}

/** How many comparisons a condition has. */
export function countConditions(condition: Condition): number {
  if ('field' in condition) return 1
  const parts = 'and' in condition ? condition.and : condition.or
  return parts.reduce((count, part) => count + countConditions(part), 0)
}
