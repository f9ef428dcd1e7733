import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** Departments, stored as comma-separated ids (or organisation codes). */
export const selDepartOptions = Type.Object(
  {
    store: Type.Optional(Type.Union([Type.Literal('id'), Type.Literal('orgCode')])),
    text: Type.Optional(
      described(Type.Union([Type.Literal('departName'), Type.Literal('orgCode')]), 'Column that is shown.'),
    ),
    multiSelect: Type.Optional(
      described(Type.Boolean(), 'Several may be chosen; stored as comma-separated values.'),
    ),
    own: Type.Optional(
      described(
        Type.Boolean(),
        'Only the departments that the user keeps are offered: the own ones and those below; all of them to administrators.',
      ),
    ),
  },
  { additionalProperties: false },
)
export type SelDepartOptions = Static<typeof selDepartOptions>
