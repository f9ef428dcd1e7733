import { type Static, Type } from 'typebox'

/** Several lines of text. */
export const textareaOptions = Type.Object(
  {
    placeholder: Type.Optional(Type.String()),
    rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    showLength: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)
export type TextareaOptions = Static<typeof textareaOptions>
