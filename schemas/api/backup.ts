import { Type } from 'typebox'

/** Body of POST /sys/backup/ticket. */
export const backupTicketBody = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 36 }) },
  { additionalProperties: false },
)

/** `result` of POST /sys/backup/ticket: an address that gives the file once, within a minute. */
export const backupTicket = Type.Object({ path: Type.String() })

/** Query of GET /sys/backup/file. */
export const backupFileQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 36 }),
  ticket: Type.String({ minLength: 20, maxLength: 100 }),
})
