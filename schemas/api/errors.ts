import type { Row, RowError } from '../compile/model.ts'
import type { Envelope } from './envelope.ts'

/** `result` of a refused save (HTTP 200, success false, code 422): which fields, and why. */
export interface RowErrors {
  errors: RowError[]
}

/** `result` of a stale save (HTTP 409): the record as it is now, and what was sent. */
export interface Conflict {
  current: Row
  sent: Row
}

/** An answer with `success` false that a refusal of the server gave; docs/reference/refusals.md lists the names. */
export interface RefusedEnvelope extends Envelope<unknown> {
  refusal: string
  /** Names the call in the log. */
  requestId: string
}

/**
 * `refusal` of an answer 403: the user has to change the password before anything else. Only signing out, the own
 * password and the own account are answered until then.
 */
export const PASSWORD_CHANGE = 'PASSWORD_CHANGE'

/** `refusal` of an answer 403: a role asks for a second factor, which the user has to set up before anything else. */
export const SECOND_FACTOR = 'SECOND_FACTOR'
