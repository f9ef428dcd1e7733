import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Rows of a form, stored by one of their columns and shown by another. */
export const popupDictOptions = Type.Object(
  {
    code: Type.Optional(
      described(Type.String(), 'Code of the form whose rows are offered.', 'expo_exhibition'),
    ),
    value: Type.Optional(described(Type.String(), 'Column that is stored.', 'id')),
    text: Type.Optional(described(Type.String(), 'Column that is shown.', 'name')),
    popupMulti: Type.Optional(
      described(Type.Boolean(), 'Several rows may be chosen; values are joined by commas.'),
    ),
  },
  { additionalProperties: false },
)
export type PopupDictOptions = Static<typeof popupDictOptions>
