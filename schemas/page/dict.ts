import { type Static, Type } from 'typebox'
import { dictOption } from './form.ts'

/** A kept dictionary: `<code>.dict.json`. */
export const dictDocument = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    kind: Type.Literal('dict'),
    /** Named by the `dict` of a property, e.g. `sex` or `expo_level`. */
    code: Type.String({ minLength: 1, maxLength: 100 }),
    title: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.Optional(Type.String()),
    items: Type.Array(dictOption),
  },
  { additionalProperties: false },
)
export type DictDocument = Static<typeof dictDocument>
