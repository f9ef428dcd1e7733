import { type Kysely, type Migration, sql } from 'kysely'

/** Addresses that have a message already, so that another try leaves them out. */
export const delivered: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw("alter table platform.sys_message add column delivered text[] not null default '{}'")
      .execute(db)
  },
}
