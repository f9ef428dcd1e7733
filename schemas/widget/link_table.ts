import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Records of another form. */
export const linkTableOptions = Type.Object(
  {
    table: Type.Optional(described(Type.String(), 'Form whose records are offered.', 'expo_exhibition')),
    value: Type.Optional(described(Type.String(), 'Column that is stored; `id` by default.')),
    text: Type.Optional(
      described(
        Type.String(),
        'Column that names a record; further ones, comma-separated, stand on its card.',
        'name,code',
      ),
    ),
    multiSelect: Type.Optional(
      described(Type.Boolean(), 'Several may be chosen; stored as comma-separated values.'),
    ),
    showType: Type.Optional(
      described(
        Type.Union([Type.Literal('select'), Type.Literal('card')]),
        'select: a dropdown (the default); card: a card for each record that was chosen.',
      ),
    ),
    imageField: Type.Optional(described(Type.String(), 'Column with the picture of a card.')),
    isListReadOnly: Type.Optional(
      described(Type.Boolean(), 'Lists show the name alone, without a way to the record.'),
    ),
  },
  { additionalProperties: false },
)
export type LinkTableOptions = Static<typeof linkTableOptions>
