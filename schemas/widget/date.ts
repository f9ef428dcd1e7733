import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** A day, stored as YYYY-MM-DD. */
export const dateOptions = Type.Object(
  {
    picker: Type.Optional(
      described(
        Type.Union([
          Type.Literal('date'),
          Type.Literal('week'),
          Type.Literal('month'),
          Type.Literal('quarter'),
          Type.Literal('year'),
        ]),
        'Precision of the picker; the first day of the period is stored.',
      ),
    ),
  },
  { additionalProperties: false },
)
export type DateOptions = Static<typeof dateOptions>
