import { type Static, Type } from 'typebox'

/** GET /sys/checkRule/checkByCode: the client encodes `value` twice. */
export const checkRuleQuery = Type.Object({
  ruleCode: Type.String({ minLength: 1, maxLength: 100 }),
  value: Type.String({ maxLength: 8000 }),
})

/** One part of a rule: so many characters in order, or `*` for the whole value. */
const partShape = Type.Object({ digits: Type.String(), pattern: Type.String(), message: Type.String() })
export type CheckRulePart = Static<typeof partShape>

/** `result` of a refused value: the part that it does not fit, and where. */
export const checkRuleFailure = Type.Object({
  ...partShape.properties,
  beginIndex: Type.Integer(),
  endIndex: Type.Integer(),
  checkValue: Type.String(),
  passed: Type.Literal(false),
})
export type CheckRuleFailure = Static<typeof checkRuleFailure>
