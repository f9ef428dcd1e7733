import { type Static, Type } from 'typebox'

/** Departments, stored as comma-separated ids (or organisation codes). */
export const selDepartOptions = Type.Object(
  {
    store: Type.Optional(Type.Union([Type.Literal('id'), Type.Literal('orgCode')])),
    text: Type.Optional(Type.Union([Type.Literal('departName'), Type.Literal('orgCode')])),
    multiSelect: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type SelDepartOptions = Static<typeof selDepartOptions>
