import { type Static, Type } from 'typebox'
import { nullable, pageShape } from './answer.ts'

/** Most changes of an operation that is taken back: all of them are in the memory of the server at once. */
export const MAX_UNDONE_CHANGES = 100_000
/** With more changes it is done in the background: a call would take seconds. */
export const UNDONE_AT_ONCE = 2000

/** GET /online/operation/list. `all`: everyone's, for administrators. */
export const operationsQuery = Type.Object({
  pageNo: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  all: Type.Optional(Type.Boolean()),
})

/** Why an operation cannot be taken back. */
export const KEPT_REASONS = ['undone', 'undoing', 'system', 'right', 'size'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

/** How far the taking back is that goes on in the background, of `total` changes; with an error it has ended, and nothing was changed. */
const undoing = Type.Object({
  isOpen: Type.Boolean(),
  done: Type.Integer(),
  total: Type.Integer(),
  error: nullable(Type.String()),
  /** Records that stand in the way. */
  problems: Type.Array(Type.Object({ message: Type.String(), record: Type.Optional(Type.String()) })),
})
export type Undoing = Static<typeof undoing>

const operation = Type.Object({
  id: Type.String(),
  at: Type.String(),
  username: Type.String(),
  /** Code and title of the form. */
  form: Type.String(),
  formTitle: Type.String(),
  action: Type.String(),
  /** What the document calls the action, where it is one of its own. */
  actionTitle: nullable(Type.String()),
  /** Of an undo, the action that it took back. */
  undoes: nullable(Type.String()),
  /** Records of the form, and of all others that were changed with them. */
  count: Type.Integer(),
  others: Type.Integer(),
  /** Null where it can be taken back. */
  kept: nullable(Type.Enum([...KEPT_REASONS])),
  /** The last time that it was to be taken back in the background. */
  undoing: nullable(undoing),
})
export type OperationLine = Static<typeof operation>
export const operationPage = Type.Object({
  ...pageShape(operation).properties,
  /** The user may ask for everyone's. */
  everyone: Type.Boolean(),
})
export type OperationPage = Static<typeof operationPage>

/**
 * POST /online/operation/:id/undo: what took it back, to be taken back in turn, and how many records of the form came back or went.
 * Without an operation it goes on in the background, with so many changes.
 */
export const undoneAnswer = Type.Object({ operation: nullable(Type.String()), count: Type.Integer() })
export type Undone = Static<typeof undoneAnswer>

/** GET /online/operation/:id/undo: what becomes of it in the background; null where it was not ordered. */
export const undoingAnswer = nullable(undoing)
