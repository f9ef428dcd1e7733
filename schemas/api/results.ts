import { type Static, Type } from 'typebox'
import { LIST_QUESTION } from './question.ts'

/** Rows of a list: those of a query, or of them only the chosen ones. */
const rows = {
  query: Type.Unsafe<Record<string, unknown>>({ type: 'object', open: LIST_QUESTION }),
  /** Keys of chosen rows, separated by commas; all rows of the query where absent. */
  selections: Type.Optional(Type.String({ maxLength: 100_000 })),
  /** How many rows the caller was shown: of another number nothing is changed. */
  count: Type.Integer({ minimum: 0 }),
}

/** Body of POST /online/results/:code/delete. */
export const deleteResultsBody = Type.Object(rows)
export type ResultRows = Static<typeof deleteResultsBody>
