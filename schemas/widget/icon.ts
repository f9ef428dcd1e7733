import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** The name of an icon. */
export const iconOptions = Type.Object(
  { placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')) },
  { additionalProperties: false },
)
export type IconOptions = Static<typeof iconOptions>
