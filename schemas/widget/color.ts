import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** A colour, stored as `#rrggbb`. */
export const colorOptions = Type.Object(
  { presets: Type.Optional(described(Type.Array(Type.String()), 'Colours offered first.', ['#ff4d4f'])) },
  { additionalProperties: false },
)
export type ColorOptions = Static<typeof colorOptions>
