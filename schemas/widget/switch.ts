import { type Static, Type } from 'typebox'

/** On or off, stored as one of two values (`Y` and `N` by default). */
export const switchOptions = Type.Object(
  {
    /** Stored values for on and off. */
    values: Type.Optional(Type.Tuple([Type.Union([Type.String(), Type.Number()]), Type.Union([Type.String(), Type.Number()])])),
    /** Texts for on and off. */
    texts: Type.Optional(Type.Tuple([Type.String(), Type.String()])),
  },
  { additionalProperties: false },
)
export type SwitchOptions = Static<typeof switchOptions>
