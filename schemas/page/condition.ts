import { Type } from 'typebox'

/** Comparison rules of the query builder, row rules and document rules. */
export const CONDITION_RULES = [
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'in',
  'not_in',
  'like',
  'left_like',
  'right_like',
  'not_like',
  'empty',
  'not_empty',
] as const
export type ConditionRule = (typeof CONDITION_RULES)[number]

/** What to compare with: a constant, a list (for `in`), or a text holding variables such as `#{sys_user_code}`. */
export type ConditionValue = string | number | boolean | null | readonly (string | number)[]

/** One comparison of a field with a value. */
export interface Comparison {
  field: string
  rule: ConditionRule
  val?: ConditionValue
}

/** Data, never code: browser and server evaluate the same structure. */
export type Condition = Comparison | { and: readonly Condition[] } | { or: readonly Condition[] }

/** JSON Schema of a condition; stands under `$defs/condition` of every schema that refers to it. */
export const conditionDefinition = {
  anyOf: [
    {
      type: 'object',
      required: ['field', 'rule'],
      additionalProperties: false,
      properties: {
        field: { type: 'string', minLength: 1 },
        rule: { enum: CONDITION_RULES },
        val: {
          anyOf: [
            { type: ['string', 'number', 'boolean', 'null'] },
            { type: 'array', items: { type: ['string', 'number'] } },
          ],
        },
      },
    },
    ...(['and', 'or'] as const).map((join) => ({
      type: 'object',
      required: [join],
      additionalProperties: false,
      properties: { [join]: { type: 'array', minItems: 1, items: { $ref: '#/$defs/condition' } } },
    })),
  ],
} as const

/** Reference to the definition above, typed as what it describes. */
export const conditionSchema = Type.Unsafe<Condition>({ $ref: '#/$defs/condition' })
