import { type Static, Type } from 'typebox'

/** Most records of one action. */
export const MAX_ACTION_RECORDS = 1000

/** POST /online/action/{code}/{action}: the records, and what the action wants to know besides. */
export const actionBody = Type.Object({
  ids: Type.Array(Type.String({ minLength: 1, maxLength: 36 }), { maxItems: MAX_ACTION_RECORDS }),
  input: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

/** `result` of an action: what the user is told, where the action has words of its own. */
export const actionResult = Type.Object({ message: Type.Optional(Type.String()) })
export type ActionResult = Static<typeof actionResult>
