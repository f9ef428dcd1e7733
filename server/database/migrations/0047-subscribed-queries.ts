import { type Kysely, type Migration, sql } from 'kysely'

/** In which language a user is told of the records that enter a saved query. */
export const subscribedQueries: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(`alter table platform.list_view_use add column language varchar(10) not null default 'zh-CN'`)
      .execute(db)
  },
}
