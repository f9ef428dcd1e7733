import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { conditionSchema } from '../page/condition.ts'

/** A node of a tree table. */
export const selTreeOptions = Type.Object(
  {
    table: described(
      Type.String({ minLength: 1 }),
      'Table (a document or a listed platform source) that holds the tree.',
    ),
    text: described(Type.String({ minLength: 1 }), 'Column that is shown.'),
    code: described(Type.String({ minLength: 1 }), 'Column that is stored.'),
    pidField: described(Type.String({ minLength: 1 }), 'Column that holds the parent.'),
    pidValue: Type.Optional(described(Type.String(), 'Parent value of the roots.')),
    hasChildField: Type.Optional(described(Type.String(), 'Column that marks parents.')),
    condition: Type.Optional(conditionSchema),
    multiSelect: Type.Optional(
      described(Type.Boolean(), 'Several may be chosen; stored as comma-separated values.'),
    ),
  },
  { additionalProperties: false },
)
export type SelTreeOptions = Static<typeof selTreeOptions>
