import { type Static, Type } from 'typebox'
import { conditionSchema } from '../page/condition.ts'

/** Linked dropdowns: each level narrows the next. */
export const linkDownOptions = Type.Object(
  {
    table: Type.String({ minLength: 1 }),
    /** Column shown. */
    txt: Type.String({ minLength: 1 }),
    /** Column stored. */
    key: Type.String({ minLength: 1 }),
    idField: Type.String({ minLength: 1 }),
    pidField: Type.String({ minLength: 1 }),
    /** Following columns of this form, comma-separated: one per further level. */
    linkField: Type.Optional(Type.String()),
    /** Which rows the first level offers. */
    condition: Type.Optional(conditionSchema),
  },
  { additionalProperties: false },
)
export type LinkDownOptions = Static<typeof linkDownOptions>
