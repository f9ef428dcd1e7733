import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** On or off, stored as one of two values (`Y` and `N` by default). */
export const switchOptions = Type.Object(
  {
    values: Type.Optional(
      described(
        Type.Tuple([Type.Union([Type.String(), Type.Number()]), Type.Union([Type.String(), Type.Number()])]),
        'Stored values for on and off.',
      ),
    ),
    texts: Type.Optional(described(Type.Tuple([Type.String(), Type.String()]), 'Texts for on and off.')),
  },
  { additionalProperties: false },
)
export type SwitchOptions = Static<typeof switchOptions>
