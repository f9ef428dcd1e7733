import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** One choice out of a dictionary too large to send whole: searched on the server. */
export const selSearchOptions = Type.Object(
  {
    placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')),
    pageSize: Type.Optional(
      described(Type.Integer({ minimum: 1, maximum: 100 }), 'Answers fetched per search (10 by default).'),
    ),
  },
  { additionalProperties: false },
)
export type SelSearchOptions = Static<typeof selSearchOptions>
