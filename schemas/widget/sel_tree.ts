import { type Static, Type } from 'typebox'
import { conditionSchema } from '../page/condition.ts'

/** A node of a tree table. */
export const selTreeOptions = Type.Object(
  {
    /** Table (a document or a listed platform source) that holds the tree. */
    table: Type.String({ minLength: 1 }),
    text: Type.String({ minLength: 1 }),
    code: Type.String({ minLength: 1 }),
    pidField: Type.String({ minLength: 1 }),
    pidValue: Type.Optional(Type.String()),
    hasChildField: Type.Optional(Type.String()),
    condition: Type.Optional(conditionSchema),
    multiSelect: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type SelTreeOptions = Static<typeof selTreeOptions>
