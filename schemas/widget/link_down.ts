import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { conditionSchema } from '../page/condition.ts'

/** Linked dropdowns: each level narrows the next. */
export const linkDownOptions = Type.Object(
  {
    table: described(
      Type.String({ minLength: 1 }),
      'Code of a form document or a platform source.',
      'sys_category',
    ),
    txt: described(Type.String({ minLength: 1 }), 'Column shown.', 'name'),
    key: described(Type.String({ minLength: 1 }), 'Column stored.', 'id'),
    idField: described(Type.String({ minLength: 1 }), 'Column that identifies a row.', 'id'),
    pidField: described(Type.String({ minLength: 1 }), 'Column that holds the parent.', 'pid'),
    linkField: Type.Optional(
      described(
        Type.String(),
        'Following columns of this form, comma-separated: one per further level. This field draws their dropdowns; declare them as `"view": "text", "form": false`.',
        'city,district',
      ),
    ),
    condition: Type.Optional(conditionSchema),
  },
  { additionalProperties: false },
)
export type LinkDownOptions = Static<typeof linkDownOptions>
