import { type Kysely, type Migration, sql } from 'kysely'

/** Which choice of its receivers a mail asks for before it is sent. */
export const mailsByKind: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw("alter table platform.sys_message add column mail_kind varchar(20) not null default 'mail'")
      .execute(db)
  },
}
