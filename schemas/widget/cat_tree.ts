import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** A category out of the category dictionary. */
export const catTreeOptions = Type.Object(
  {
    pcode: Type.Optional(described(Type.String(), 'Code of the parent category; `0` offers all.')),
    textField: Type.Optional(described(Type.String(), 'Column of this form that receives the label.')),
    multiSelect: Type.Optional(
      described(Type.Boolean(), 'Several may be chosen; stored as comma-separated values.'),
    ),
  },
  { additionalProperties: false },
)
export type CatTreeOptions = Static<typeof catTreeOptions>
