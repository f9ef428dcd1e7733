import { type Static, Type } from 'typebox'
import { nullable, pageShape } from './answer.ts'

/** Most changes of an operation that is taken back. */
export const MAX_UNDONE_CHANGES = 10_000

/** GET /online/operation/list. `all`: everyone's, for administrators. */
export const operationsQuery = Type.Object({
  pageNo: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  all: Type.Optional(Type.Boolean()),
})

/** Why an operation cannot be taken back. */
export const KEPT_REASONS = ['undone', 'system', 'right', 'size'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

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
})
export type OperationLine = Static<typeof operation>
export const operationPage = Type.Object({
  ...pageShape(operation).properties,
  /** The user may ask for everyone's. */
  everyone: Type.Boolean(),
})
export type OperationPage = Static<typeof operationPage>

/** POST /online/operation/:id/undo: what took it back, to be taken back in turn, and how many records of the form came back or went. */
export const undoneAnswer = Type.Object({ operation: Type.String(), count: Type.Integer() })
export type Undone = Static<typeof undoneAnswer>
