import { type Static, Type } from 'typebox'

/** GET /sys/checkRule/checkByCode: the client encodes `value` twice. */
export const checkRuleQuery = Type.Object({
  ruleCode: Type.String({ minLength: 1, maxLength: 100 }),
  value: Type.String({ maxLength: 8000 }),
})
export type CheckRuleQuery = Static<typeof checkRuleQuery>

/** One part of a rule: so many characters in order, or `*` for the whole value. */
export interface CheckRulePart {
  digits: string
  pattern: string
  message: string
}

/** `result` of a refused value: the part that it does not fit, and where. */
export interface CheckRuleFailure extends CheckRulePart {
  beginIndex: number
  endIndex: number
  checkValue: string
  passed: false
}
