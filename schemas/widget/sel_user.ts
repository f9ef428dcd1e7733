import { type Static, Type } from 'typebox'

/** Users, stored as comma-separated account names (or ids). */
export const selUserOptions = Type.Object(
  {
    /** Which property of the user is stored. */
    store: Type.Optional(Type.Union([Type.Literal('username'), Type.Literal('id')])),
    /** Which property is shown. */
    text: Type.Optional(Type.Union([Type.Literal('realname'), Type.Literal('username')])),
    multiSelect: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type SelUserOptions = Static<typeof selUserOptions>
