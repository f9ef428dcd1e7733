import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  'alter table platform.sys_announcement add column user_ids text',
  `update platform.sys_announcement a set user_ids = named.ids
   from (select annt_id, string_agg(user_id, ',' order by user_id) as ids
           from platform.sys_announcement_send where named group by annt_id) named
   where named.annt_id = a.id`,
]

/** Whom an announcement names is a column of it: a document keeps it with the rest of the record. */
export const announcementUsers: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
