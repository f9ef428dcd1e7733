import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

const roleKey = Type.Union([Type.Literal('id'), Type.Literal('roleCode')])

/** Roles, stored as comma-separated ids (or role codes). */
export const selRoleOptions = Type.Object(
  {
    store: Type.Optional(described(roleKey, 'Which property of the role is stored.')),
    returnKeys: Type.Optional(
      described(
        Type.Tuple([roleKey, roleKey]),
        'Which property is stored where one is chosen, and where several may be; `store` goes before it.',
      ),
    ),
    multiSelect: Type.Optional(
      described(Type.Boolean(), 'Several may be chosen (the default); stored as comma-separated values.'),
    ),
    placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')),
  },
  { additionalProperties: false },
)
export type SelRoleOptions = Static<typeof selRoleOptions>
