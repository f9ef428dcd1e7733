import type { Row, RowError } from '../compile/model.ts'

/** `result` of a refused save (HTTP 200, success false, code 422): which fields, and why. */
export interface RowErrors {
  errors: RowError[]
}

/** `result` of a stale save (HTTP 409): the record as it is now, and what was sent. */
export interface Conflict {
  current: Row
  sent: Row
}
