import { type Static, Type } from 'typebox'

/** Chooses rows of a report and fills sibling fields. */
export const popupOptions = Type.Object(
  {
    /** Code of the report (or form) whose rows are offered. */
    popupCode: Type.Optional(Type.String()),
    /** Source columns, comma-separated. */
    orgFields: Type.Optional(Type.String()),
    /** Columns of this form that receive them, comma-separated, as many. */
    destFields: Type.Optional(Type.String()),
    popupMulti: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type PopupOptions = Static<typeof popupOptions>
