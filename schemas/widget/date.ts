import { type Static, Type } from 'typebox'

/** A day, stored as YYYY-MM-DD. */
export const dateOptions = Type.Object(
  {
    /** Precision of the picker; the first day of the period is stored. */
    picker: Type.Optional(Type.Union([Type.Literal('date'), Type.Literal('week'), Type.Literal('month'), Type.Literal('quarter'), Type.Literal('year')])),
  },
  { additionalProperties: false },
)
export type DateOptions = Static<typeof dateOptions>
