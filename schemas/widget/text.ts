import { type Static, Type } from 'typebox'

/** A line of text. */
export const textOptions = Type.Object(
  {
    placeholder: Type.Optional(Type.String()),
    /** Characters shown in a list before the ellipsis (25 by default). */
    showLength: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)
export type TextOptions = Static<typeof textOptions>
