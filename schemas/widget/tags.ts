import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Tags of two characters each. */
export const tagsOptions = Type.Object(
  {
    colors: Type.Optional(
      described(
        Type.Record(Type.String(), Type.String()),
        'Colours by tag: names of the design system or `#rrggbb`, as in dictionaries; tags without one are plain.',
      ),
    ),
  },
  { additionalProperties: false },
)
export type TagsOptions = Static<typeof tagsOptions>
