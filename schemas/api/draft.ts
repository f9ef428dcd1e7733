import { Type } from 'typebox'
import type { Row } from '../compile/model.ts'
import { open } from './answer.ts'

/** Largest draft in bytes, as it is sent. */
export const MAX_DRAFT_BYTES = 524_288
/** As many drafts are kept of one user in one tenant; the oldest go first. */
export const MAX_DRAFTS = 50

const key = Type.String({ minLength: 1, maxLength: 36 })
const record = Type.String({ maxLength: 36 })
const values = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())

/** What was typed into a form: the values that were changed, and what they were before; sub rows under the codes of their tables. */
export interface DraftContent {
  /** Version of the record that was read; absent for a new record. */
  version?: number | undefined
  before: Row
  mine: Row
}

/** A draft as it is offered: when it was kept, by the server's clock. */
export interface Draft extends DraftContent {
  key: string
  /** Seconds since it was kept. */
  age: number
}

/** GET /online/draft/:code: drafts of a record, or of new records. */
export const draftQuery = Type.Object({ record: Type.Optional(record) })

/** PUT /online/draft/:code. */
export const draftBody = Type.Object({
  key,
  record: Type.Optional(record),
  version: Type.Optional(Type.Integer()),
  before: values,
  mine: values,
})

/** DELETE /online/draft/:code. */
export const draftKeyQuery = Type.Object({ key })

const row = open<Row>('made of a document')

/** `result` of the drafts of a record, the newest first. */
export const draftsAnswer = Type.Array(
  Type.Object({
    key: Type.String(),
    age: Type.Integer(),
    version: Type.Optional(Type.Integer()),
    before: row,
    mine: row,
  }),
)
