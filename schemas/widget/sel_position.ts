import { type Static, Type } from 'typebox'
import { described } from '../described.ts'

const positionKey = Type.Union([Type.Literal('id'), Type.Literal('code')])

/** Positions, stored as comma-separated ids (or position codes). */
export const selPositionOptions = Type.Object(
  {
    store: Type.Optional(described(positionKey, 'Which property of the position is stored.')),
    returnKeys: Type.Optional(
      described(
        Type.Tuple([positionKey, positionKey]),
        'Which property is stored where one is chosen, and where several may be; `store` goes before it.',
      ),
    ),
    multiSelect: Type.Optional(
      described(Type.Boolean(), 'Several may be chosen (the default); stored as comma-separated values.'),
    ),
    placeholder: Type.Optional(described(Type.String(), 'Grey text of the empty control.')),
  },
  { additionalProperties: false },
)
export type SelPositionOptions = Static<typeof selPositionOptions>
