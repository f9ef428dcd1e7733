import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Languages that the editor of code knows, as the specification writes them. */
export const CODE_MODES = [
  ...(['css', 'javascript', 'html', 'java', 'objective-c', 'python'] as const),
  ...(['R', 'shell', 'SQL', 'swift', 'vue', 'markdown'] as const),
] as const
export type CodeMode = (typeof CODE_MODES)[number]

/** A text of a programming language. */
export const codeOptions = Type.Object(
  {
    mode: Type.Optional(
      described(
        Type.Union(CODE_MODES.map((mode) => Type.Literal(mode))),
        'Language of the text; `javascript` by default.',
      ),
    ),
    words: Type.Optional(
      described(
        Type.Array(Type.String()),
        'Names that are offered while one types, such as those of fields.',
      ),
    ),
    placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')),
    height: Type.Optional(
      described(Type.Integer({ minimum: 100, maximum: 2000 }), 'Height of the editor in px; 300 by default.'),
    ),
    showLength: Type.Optional(
      described(Type.Integer({ minimum: 1 }), 'Characters shown in a list before the ellipsis.'),
    ),
  },
  { additionalProperties: false },
)
export type CodeOptions = Static<typeof codeOptions>
