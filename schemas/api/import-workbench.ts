import { type Static, Type } from 'typebox'
import type { Row } from '../compile/model.ts'
import { nullable, open, pageShape } from './answer.ts'

/** Most rows of a file that is looked through before it is taken in. */
export const MOST_STAGED_ROWS = 50_000
/** Files of one user that wait to be taken in. */
export const MOST_STAGED_FILES = 20
/** Cells that one call mends. */
export const MOST_MENDED_CELLS = 1000
/** Rows that one call answers. */
export const MOST_SHOWN_ROWS = 500

const name = Type.String({ minLength: 1, maxLength: 100 })

/** What becomes of rows whose records are there: new records only, changes only, or both. */
const how = Type.Union([Type.Literal('add'), Type.Literal('change'), Type.Literal('both')])

/** How rows of a file meet the records that are there. */
const meeting = Type.Object({
  how,
  /** Fields that tell which record is meant. */
  keys: Type.Array(name, { maxItems: 5 }),
  /** Empty cells empty the field of a record that is changed; else they leave it as it is. */
  clears: Type.Boolean(),
})
export type FileMeeting = Static<typeof meeting>

/** matching → judging → ready → saving → done; whoever matches again goes back to judging. */
const state = Type.Union([
  Type.Literal('matching'),
  Type.Literal('judging'),
  Type.Literal('ready'),
  Type.Literal('saving'),
  Type.Literal('done'),
])
export type FileState = Static<typeof state>

const column = Type.Object({
  /** Place in the lines, from 0. */
  at: Type.Integer(),
  heading: Type.String(),
  /** What stands in the first lines. */
  samples: Type.Array(Type.String()),
  /** The field that it fills. */
  field: nullable(Type.String()),
  /** What told the field, before anybody corrected it. */
  by: nullable(Type.Unsafe<'last' | 'title' | 'name'>({ type: 'string', enum: ['last', 'title', 'name'] })),
  /** Title of a field that this user may not fill. */
  denied: nullable(Type.String()),
})
export type FileColumn = Static<typeof column>

const counts = Type.Object({
  all: Type.Integer(),
  problems: Type.Integer(),
  new: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
})
export type FileCounts = Static<typeof counts>

const outcome = Type.Object({
  /** Names what was done, to take it back; null where nothing was kept. */
  operation: nullable(Type.String()),
  added: Type.Integer(),
  changed: Type.Integer(),
  /** Rows that were not taken in. */
  refused: Type.Integer(),
})
export type FileOutcome = Static<typeof outcome>

const fileLine = {
  id: Type.String(),
  name: Type.String(),
  state,
  total: Type.Integer(),
  /** Seconds since it was worked on. */
  age: Type.Integer(),
  /** Said once, as the file arrives: titles of the sub tables that it has rows of, which are not looked through. */
  unread: Type.Optional(Type.Array(Type.String())),
}

/** `result` of GET and POST /online/import/:code: files of this user, the newest first. */
export const stagedFiles = Type.Array(Type.Object(fileLine))
export type StagedFileLine = Static<typeof stagedFiles>[number]

/** `result` of calls about one file. */
export const stagedFile = Type.Object({
  ...fileLine,
  columns: Type.Array(column),
  /** Fields that columns may fill. */
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      required: Type.Boolean(),
      /** No two records have the same: a good key. */
      unique: Type.Boolean(),
    }),
  ),
  meeting,
  /** Whether this user may change records. */
  mayChange: Type.Boolean(),
  /** Rows that were judged or saved so far. */
  done: Type.Integer(),
  /** Why the last step ended. */
  failure: nullable(Type.String()),
  counts: nullable(counts),
  outcome: nullable(outcome),
})
export type StagedFile = Static<typeof stagedFile>

/** POST /online/import/:code/:file/match: the fields of the columns, by their places. */
export const matchBody = Type.Object({
  ...meeting.properties,
  matches: Type.Array(Type.Object({ at: Type.Integer({ minimum: 0 }), field: name }), { maxItems: 500 }),
})
export type MatchBody = Static<typeof matchBody>

/** What would be done with a row. */
const sort = [Type.Literal('new'), Type.Literal('changed'), Type.Literal('same')] as const

/** GET /online/import/:code/:file/rows. */
export const stagedRowsQuery = Type.Object({
  show: Type.Optional(Type.Union([Type.Literal('all'), Type.Literal('problems'), ...sort])),
  pageNo: Type.Integer({ minimum: 1, maximum: MOST_STAGED_ROWS, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: MOST_SHOWN_ROWS, default: 100 }),
})
export type StagedRowsQuery = Static<typeof stagedRowsQuery>

const values = open<Row>('made of a document')

const stagedRow = Type.Object({
  no: Type.Integer(),
  /** As spreadsheets count, from 1. */
  line: Type.Integer(),
  /** As the form stores them; what cannot be read stands as it is written. */
  values,
  problems: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
  sort: Type.Union([...sort]),
  /** Values that the record has and would no longer have, with their texts. */
  was: values,
})
export type StagedRow = Static<typeof stagedRow>

export const stagedRows = pageShape(stagedRow)

/** POST /online/import/:code/:file/cells. */
export const mendBody = Type.Object({
  cells: Type.Array(
    Type.Object({
      no: Type.Integer({ minimum: 1 }),
      field: name,
      /** A text, a number or nothing. */
      value: Type.Unknown(),
    }),
    { minItems: 1, maxItems: MOST_MENDED_CELLS },
  ),
})
export type MendedCell = Static<typeof mendBody>['cells'][number]

/** `result` of mending: the rows anew, and what all rows come to. */
export const mended = Type.Object({ rows: Type.Array(stagedRow), counts })
export type Mended = Static<typeof mended>

/** GET /online/import/:code/:file/near: what a cell may have meant. */
export const nearQuery = Type.Object({ no: Type.Integer({ minimum: 1 }), field: name })
export const nearChoices = Type.Array(Type.Object({ value: Type.String(), text: Type.String() }))
export type NearChoice = Static<typeof nearChoices>[number]
