import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Province, city and district; the code of the last level is stored. */
export const pcaOptions = Type.Object(
  {
    displayLevel: Type.Optional(
      described(
        Type.Union([
          Type.Literal('all'),
          Type.Literal('province'),
          Type.Literal('city'),
          Type.Literal('region'),
        ]),
        'Levels offered: all three, province, province and city, or the district alone.',
      ),
    ),
  },
  { additionalProperties: false },
)
export type PcaOptions = Static<typeof pcaOptions>
