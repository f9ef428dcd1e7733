import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

/** A number; an integer where the property says so. */
export const numberOptions = Type.Object(
  {
    currency: Type.Optional(described(Type.String(), 'Sign before the amount of `money` (¥ by default).')),
    format: Type.Optional(
      described(
        Type.Union([Type.Literal('percent'), Type.Literal('money')]),
        'percent: a share, stored as a fraction (0.125), typed and read as 12.5 %; money: an amount with two digits.',
      ),
    ),
    onlyInteger: Type.Optional(
      described(Type.Boolean(), 'Whole numbers only, in a property that could store digits after the point.'),
    ),
    placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')),
    precision: Type.Optional(
      described(
        Type.Integer({ minimum: 0, maximum: 20 }),
        'Digits after the point, as they are read; 0 when the property is an integer.',
      ),
    ),
    separators: Type.Optional(
      described(
        Type.Boolean(),
        'Thousands are parted where it is read (the default); `false` for years and the like.',
      ),
    ),
    unit: Type.Optional(described(Type.String(), 'Shown behind the number.')),
  },
  { additionalProperties: false },
)
export type NumberOptions = Static<typeof numberOptions>
