import { type Kysely, type Migration, sql } from 'kysely'

/** A line of the log leads to what its request changed, to be taken back. */
export const undo: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index operation_request on platform.operation (request_id)`.execute(db)
  },
}
