import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** A rich text. */
export const umeditorOptions = Type.Object(
  {
    placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')),
    height: Type.Optional(
      described(Type.Integer({ minimum: 200, maximum: 2000 }), 'Height of the editor in px; 300 by default.'),
    ),
    showLength: Type.Optional(
      described(Type.Integer({ minimum: 1 }), 'Characters shown in a list before the ellipsis.'),
    ),
  },
  { additionalProperties: false },
)
export type UmeditorOptions = Static<typeof umeditorOptions>
