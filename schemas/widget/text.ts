import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** A line of text. */
export const textOptions = Type.Object(
  {
    placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')),
    showLength: Type.Optional(
      described(
        Type.Integer({ minimum: 1 }),
        'Characters shown in a list before the ellipsis (25 by default).',
      ),
    ),
  },
  { additionalProperties: false },
)
export type TextOptions = Static<typeof textOptions>
