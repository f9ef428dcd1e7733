import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** A number; an integer where the property says so. */
export const numberOptions = Type.Object(
  {
    placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')),
    precision: Type.Optional(
      described(
        Type.Integer({ minimum: 0, maximum: 20 }),
        'Digits after the point; 0 when the property is an integer.',
      ),
    ),
    unit: Type.Optional(described(Type.String(), 'Shown behind the number.')),
  },
  { additionalProperties: false },
)
export type NumberOptions = Static<typeof numberOptions>
