import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Users, stored as comma-separated account names (or ids). */
export const selUserOptions = Type.Object(
  {
    store: Type.Optional(
      described(
        Type.Union([Type.Literal('username'), Type.Literal('id')]),
        'Which property of the user is stored.',
      ),
    ),
    text: Type.Optional(
      described(Type.Union([Type.Literal('realname'), Type.Literal('username')]), 'Which property is shown.'),
    ),
    multiSelect: Type.Optional(
      described(Type.Boolean(), 'Several may be chosen; stored as comma-separated values.'),
    ),
  },
  { additionalProperties: false },
)
export type SelUserOptions = Static<typeof selUserOptions>
