import { CONDITION_RULES, type ConditionRule } from './condition.ts'

const WORDS: ReadonlyMap<string, ConditionRule> = new Map<string, ConditionRule>([
  ...CONDITION_RULES.map((rule) => [rule, rule] as const),
  ['=', 'eq'],
  ['!=', 'ne'],
  ['<>', 'ne'],
  ['>', 'gt'],
  ['>=', 'ge'],
  ['<', 'lt'],
  ['<=', 'le'],
  // The query builder's "all of these values".
  ['eq_with_add', 'eq'],
])

/** The rule that a comparison means in any spelling of the wire, of stored rules and of SQL (`>=`, `ge`, `LIKE`). */
export function comparisonRule(word: string): ConditionRule | undefined {
  return WORDS.get(word.toLowerCase())
}
