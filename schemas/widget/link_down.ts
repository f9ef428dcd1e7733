import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { conditionSchema } from '../page/condition.ts'

/** Linked dropdowns: each level narrows the next. */
export const linkDownOptions = Type.Object(
  {
    table: described(Type.String({ minLength: 1 }), 'Code of a form document or a platform source.'),
    txt: described(Type.String({ minLength: 1 }), 'Column shown.'),
    key: described(Type.String({ minLength: 1 }), 'Column stored.'),
    idField: described(Type.String({ minLength: 1 }), 'Column that identifies a row.'),
    pidField: described(Type.String({ minLength: 1 }), 'Column that holds the parent.'),
    linkField: Type.Optional(
      described(Type.String(), 'Following columns of this form, comma-separated: one per further level.'),
    ),
    /** Which rows the first level offers. */
    condition: Type.Optional(conditionSchema),
  },
  { additionalProperties: false },
)
export type LinkDownOptions = Static<typeof linkDownOptions>
