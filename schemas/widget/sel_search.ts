import { type Static, Type } from 'typebox'

/** One choice out of a dictionary too large to send whole: searched on the server. */
export const selSearchOptions = Type.Object(
  {
    placeholder: Type.Optional(Type.String()),
    /** Answers fetched per search (10 by default). */
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  { additionalProperties: false },
)
export type SelSearchOptions = Static<typeof selSearchOptions>
