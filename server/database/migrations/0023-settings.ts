import { type Kysely, type Migration, sql } from 'kysely'

/** What administrators set on the screen, one row for each group; a group without one has its defaults. */
export const settings: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table platform.sys_setting (
          code varchar(50) primary key, value jsonb not null, version integer not null default 1,
          update_by varchar(50), update_time timestamp(0) not null default localtimestamp(0))`,
      )
      .execute(db)
  },
}
