import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** A number of stars. */
export const rateOptions = Type.Object(
  {
    count: Type.Optional(
      described(
        Type.Integer({ minimum: 1, maximum: 10 }),
        'Number of stars (5 by default); more is refused.',
      ),
    ),
    half: Type.Optional(
      described(
        Type.Boolean(),
        'Halves may be given, in a property that is no `integer`; otherwise they are refused.',
      ),
    ),
  },
  { additionalProperties: false },
)
export type RateOptions = Static<typeof rateOptions>

/** Stars of a rating whose document names no number. */
export const STARS = 5
