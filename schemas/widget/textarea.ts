import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Several lines of text. */
export const textareaOptions = Type.Object(
  {
    placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')),
    rows: Type.Optional(described(Type.Integer({ minimum: 1, maximum: 50 }), 'Height in lines.')),
    showLength: Type.Optional(
      described(Type.Integer({ minimum: 1 }), 'Characters shown in a list before the ellipsis.'),
    ),
  },
  { additionalProperties: false },
)
export type TextareaOptions = Static<typeof textareaOptions>
