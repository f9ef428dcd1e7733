import { type Static, Type } from 'typebox'

/** A category out of the category dictionary. */
export const catTreeOptions = Type.Object(
  {
    /** Code of the parent category; `0` offers all. */
    pcode: Type.Optional(Type.String()),
    /** Column of this form that receives the label. */
    textField: Type.Optional(Type.String()),
    multiSelect: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type CatTreeOptions = Static<typeof catTreeOptions>
