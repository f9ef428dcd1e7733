import { type Static, Type } from 'typebox'
import { recordList, recordShape } from './record.ts'

/** Rows that share a value: a row of that value alone with its text, and how many they are. */
const group = { row: recordShape, count: Type.Integer() }
/** There are more groups than are told of. */
const isCut = Type.Boolean()

/** `result` of GET /online/groups/:code/:field. */
export const listGroups = Type.Object({ groups: Type.Array(Type.Object(group)), isCut })
/** `result` of GET /online/board/:code/:field: with the first rows of each group. */
export const listBoard = Type.Object({
  groups: Type.Array(Type.Object({ ...group, records: recordList })),
  isCut,
})

export type ListGroups = Static<typeof listGroups>
export type ListBoard = Static<typeof listBoard>
