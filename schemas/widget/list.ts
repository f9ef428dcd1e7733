import { type Static, Type } from 'typebox'

/** One choice out of a dictionary (the property's `dict`). */
export const listOptions = Type.Object(
  {
    placeholder: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type ListOptions = Static<typeof listOptions>
