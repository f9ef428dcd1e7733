import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

const userKey = Type.Union([Type.Literal('username'), Type.Literal('id')])

/** Users, stored as comma-separated account names (or ids). */
export const selUserOptions = Type.Object(
  {
    store: Type.Optional(described(userKey, 'Which property of the user is stored.')),
    text: Type.Optional(
      described(Type.Union([Type.Literal('realname'), Type.Literal('username')]), 'Which property is shown.'),
    ),
    returnKeys: Type.Optional(
      described(
        Type.Tuple([userKey, userKey]),
        'Which property is stored where one is chosen, and where several may be; `store` goes before it.',
      ),
    ),
    multiSelect: Type.Optional(
      described(Type.Boolean(), 'Several may be chosen; stored as comma-separated values.'),
    ),
  },
  { additionalProperties: false },
)
export type SelUserOptions = Static<typeof selUserOptions>
