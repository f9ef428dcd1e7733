import { type Static, Type } from 'typebox'
import { recordsQuery } from './question.ts'

/** `result` of /sys/loginfo: sign-ins in all and today, and from how many addresses today. */
export const visitCounts = Type.Object({
  totalVisitCount: Type.Integer(),
  todayVisitCount: Type.Integer(),
  todayIp: Type.Integer(),
})

const visitDay = Type.Object({
  /** The day, and without its year. */
  tian: Type.String(),
  type: Type.String(),
  visit: Type.Integer(),
  /** Addresses. */
  ip: Type.Integer(),
})
export type VisitDay = Static<typeof visitDay>
/** `result` of /sys/visitInfo: the last days, today at the end. */
export const visitDays = Type.Array(visitDay)

/** GET /sys/log/list: `keyWord` is looked for in what the line says. */
export const logsQuery = recordsQuery({ keyWord: Type.Optional(Type.String({ maxLength: 200 })) })
