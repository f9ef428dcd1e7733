import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** A column of the record that another field chose. */
export const linkTableFieldOptions = Type.Object(
  {
    table: Type.Optional(
      described(Type.String(), 'Field of this form that chooses the record.', 'exhibition'),
    ),
    text: Type.Optional(described(Type.String(), 'Column of the record that is shown.', 'price')),
  },
  { additionalProperties: false },
)
export type LinkTableFieldOptions = Static<typeof linkTableFieldOptions>
