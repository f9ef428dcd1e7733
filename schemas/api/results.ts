import { type Static, Type } from 'typebox'
import type { Row } from '../compile/model.ts'
import { MAX_ACTION_RECORDS } from './action.ts'
import { open } from './answer.ts'
import { LIST_QUESTION, RECORD_FIELDS } from './question.ts'
import { recordShape } from './record.ts'

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

const values = open<Row>(RECORD_FIELDS)
/** Body of POST /online/results/:code/edit/preview: the same values for all rows. */
export const previewEditBody = Type.Object({ ...rows, values })

/** A row as it would be: `before` and `after` hold its columns of the list and those that change, with texts. */
const editedRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  before: recordShape,
  after: recordShape,
  /** Columns that change. */
  changed: Type.Array(Type.String()),
  /** Why it cannot be changed so; empty where it can. */
  errors: Type.Array(Type.String()),
})
/** `result` of the preview. */
export const editPreview = Type.Object({ rows: Type.Array(editedRow) })
export type EditedRow = Static<typeof editedRow>
export type EditPreview = Static<typeof editPreview>

const seenRow = Type.Object({ id: Type.String({ minLength: 1, maxLength: 36 }), version: Type.Integer() })
export type SeenRow = Static<typeof seenRow>
/** Body of POST /online/results/:code/edit: the rows as they were looked at, with their versions. */
export const editResultsBody = Type.Object({
  rows: Type.Array(seenRow, { minItems: 1, maxItems: MAX_ACTION_RECORDS }),
  values,
})
/** `result` of it: how many records differ from what they were. */
export const editedCount = Type.Integer()

/** Body of POST /online/results/:code/save: rows that were edited in the table of a list, and the keys of those that go. */
export const saveTableBody = Type.Object({
  /** The changed values with `id` and `_version`, or a new row without them. */
  rows: Type.Array(open<Row>(RECORD_FIELDS), { maxItems: MAX_ACTION_RECORDS }),
  removed: Type.Array(Type.String({ minLength: 1, maxLength: 36 }), { maxItems: MAX_ACTION_RECORDS }),
})
/** `result` of it: the saved rows, in the order of those that were sent. */
export const savedTable = Type.Object({ rows: Type.Array(seenRow) })
export type SavedTable = Static<typeof savedTable>
