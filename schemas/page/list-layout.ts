import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { NAME_PATTERN } from './form-words.ts'

const strict = { additionalProperties: false } as const
const name = () => Type.String({ pattern: NAME_PATTERN })

const title = Type.Optional(
  described(
    Type.String({ minLength: 1, maxLength: 50 }),
    'Name in the switch; that of the kind where absent.',
    '按状态',
  ),
)
const label = Type.Optional(
  described(name(), 'Field by which a record is called; the first column of the list where absent.', 'name'),
)
const fields = Type.Optional(
  described(Type.Array(name(), { maxItems: 12 }), 'Fields shown below it.', ['company', 'phone']),
)

const table = Type.Object({ kind: Type.Literal('table'), title }, strict)

const board = Type.Object(
  {
    kind: Type.Literal('board'),
    title,
    groupBy: described(
      name(),
      'Field with choices: each choice is a column, and a card that is dragged to another one is saved with that value.',
      'status',
    ),
    label,
    fields,
  },
  strict,
)

const calendar = Type.Object(
  {
    kind: Type.Literal('calendar'),
    title,
    start: described(name(), 'Field of the day on which a record stands, or begins.', 'start_date'),
    end: Type.Optional(described(name(), 'Field of its last day.', 'end_date')),
    label,
  },
  strict,
)

const gallery = Type.Object(
  {
    kind: Type.Literal('gallery'),
    title,
    image: described(name(), 'Field of pictures; the first one is shown.', 'photo'),
    label,
    fields,
  },
  strict,
)

/** A way in which the rows of a list are shown. */
export const listLayout = Type.Union([table, board, calendar, gallery])
export type ListLayoutWords = Static<typeof listLayout>
