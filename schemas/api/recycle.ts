import { Type } from 'typebox'
import { MAX_ACTION_RECORDS } from './action.ts'

/** POST /online/recycle/:code/restore and /online/recycle/:code/erase: keys of deleted records. */
export const recycleBody = Type.Object({
  ids: Type.Array(Type.String({ minLength: 1, maxLength: 36 }), {
    minItems: 1,
    maxItems: MAX_ACTION_RECORDS,
  }),
})

/** How many records came back, or are gone for good. */
export const recycledCount = Type.Integer()
