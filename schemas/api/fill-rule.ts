import { Type } from 'typebox'

/** More rules than any form has serial numbers. */
const MAX_RULES = 50

/** PUT /sys/fillRule/executeRuleByCodeBatch; a rule's own form data stands above the common ones. */
export const fillRuleBatchBody = Type.Object({
  rules: Type.Array(
    Type.Object({ ruleCode: Type.String({ maxLength: 100 }), formData: Type.Optional(Type.Unknown()) }),
    { maxItems: MAX_RULES },
  ),
  commonFormData: Type.Optional(Type.Unknown()),
})

/** `result` of executeRuleByCode: the number as it would be now. */
export const fillRulePreview = Type.String()
/** `result` of executeRuleByCodeBatch. */
export const fillRulePreviews = Type.Array(Type.Object({ ruleCode: Type.String(), result: fillRulePreview }))

/** GET /sys/fillRule/testFillRule. */
export const fillRuleTestQuery = Type.Object({ ruleCode: Type.String({ minLength: 1, maxLength: 100 }) })
