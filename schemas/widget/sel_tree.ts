import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { conditionSchema } from '../page/condition.ts'

/** A node of a tree table. */
export const selTreeOptions = Type.Object(
  {
    table: described(
      Type.String({ minLength: 1 }),
      'Table (a document or a listed platform source) that holds the tree.',
      'expo_category',
    ),
    text: described(Type.String({ minLength: 1 }), 'Column that is shown.', 'name'),
    code: described(Type.String({ minLength: 1 }), 'Column that is stored.', 'id'),
    pidField: described(Type.String({ minLength: 1 }), 'Column that holds the parent.', 'pid'),
    pidValue: Type.Optional(described(Type.String(), 'Parent value of the roots; `0` by default.', '0')),
    hasChildField: Type.Optional(described(Type.String(), 'Column that marks parents.', 'has_child')),
    condition: Type.Optional(conditionSchema),
    multiSelect: Type.Optional(
      described(Type.Boolean(), 'Several may be chosen; stored as comma-separated values.', true),
    ),
  },
  { additionalProperties: false },
)
export type SelTreeOptions = Static<typeof selTreeOptions>
