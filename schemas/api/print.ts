import { type Static, Type } from 'typebox'
import { LIST_QUESTION } from './question.ts'
import { recordList } from './record.ts'

/** Records that are printed together at most. */
export const MAX_PRINTED = 2000

/** Body of POST /online/print/:code. */
export const printBody = Type.Object({
  query: Type.Unsafe<Record<string, unknown>>({ type: 'object', open: LIST_QUESTION }),
  /** Keys of chosen records, separated by commas; all records of the query where absent. An empty text is refused: nothing was chosen. */
  selections: Type.Optional(Type.String({ minLength: 1, maxLength: 100_000 })),
  /** All fields and the rows of the sub tables; the columns of the list where absent. */
  whole: Type.Optional(Type.Boolean()),
})

/** `result` of POST /online/print/:code: no more than `MAX_PRINTED` records, and how many there are. */
export const printedRecords = Type.Object({ records: recordList, total: Type.Integer() })
export type PrintedRecords = Static<typeof printedRecords>
