import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Chooses rows of a report and fills sibling fields. */
export const popupOptions = Type.Object(
  {
    popupCode: Type.Optional(
      described(Type.String(), 'Code of the report (or form) whose rows are offered.'),
    ),
    orgFields: Type.Optional(described(Type.String(), 'Source columns, comma-separated.')),
    destFields: Type.Optional(
      described(Type.String(), 'Columns of this form that receive them, comma-separated, as many.'),
    ),
    popupMulti: Type.Optional(
      described(Type.Boolean(), 'Several rows may be chosen; values are joined by commas.'),
    ),
    param: Type.Optional(
      described(
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
        'Only rows that hold these values are offered, by their column.',
      ),
    ),
    subKey: Type.Optional(
      described(
        Type.String(),
        'Code of the sub table whose row is filled, for clients of the wire; a popup in a grid fills the row that it stands in.',
      ),
    ),
  },
  { additionalProperties: false },
)
export type PopupOptions = Static<typeof popupOptions>
