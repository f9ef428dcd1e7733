import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Several lines of text. */
export const textareaOptions = Type.Object(
  {
    placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')),
    rows: Type.Optional(described(Type.Integer({ minimum: 1, maximum: 50 }), 'Height in lines.')),
    pop: Type.Optional(
      described(Type.Boolean(), 'One line, and a button that opens a box to write several in.', true),
    ),
    popWidth: Type.Optional(
      described(
        Type.Integer({ minimum: 100, maximum: 2000 }),
        'Width of that box in pixels (150 by default).',
      ),
    ),
    popHeight: Type.Optional(
      described(
        Type.Integer({ minimum: 50, maximum: 2000 }),
        'Height of that box in pixels (200 by default).',
      ),
    ),
    showLength: Type.Optional(
      described(Type.Integer({ minimum: 1 }), 'Characters shown in a list before the ellipsis.'),
    ),
  },
  { additionalProperties: false },
)
export type TextareaOptions = Static<typeof textareaOptions>
