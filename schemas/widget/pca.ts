import { type Static, Type } from 'typebox'

/** Province, city and district; the code of the last level is stored. */
export const pcaOptions = Type.Object(
  {
    /** Levels offered: all three, province, province and city, or the district alone. */
    displayLevel: Type.Optional(Type.Union([Type.Literal('all'), Type.Literal('province'), Type.Literal('city'), Type.Literal('region')])),
  },
  { additionalProperties: false },
)
export type PcaOptions = Static<typeof pcaOptions>
