import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** One choice out of a dictionary (the property's `dict`). */
export const listOptions = Type.Object(
  {
    placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')),
  },
  { additionalProperties: false },
)
export type ListOptions = Static<typeof listOptions>
