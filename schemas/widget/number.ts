import { type Static, Type } from 'typebox'

/** A number; an integer where the property says so. */
export const numberOptions = Type.Object(
  {
    placeholder: Type.Optional(Type.String()),
    /** Digits after the point; 0 when the property is an integer. */
    precision: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
    unit: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type NumberOptions = Static<typeof numberOptions>
