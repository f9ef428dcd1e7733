import { type Kysely, type Migration, sql } from 'kysely'

const OWNED = "tenant_id, page, form, coalesce(user_id, role_id, depart_id, ''), title"

const STATEMENTS = [
  // The queries that are shared outlive whoever saved them.
  `alter table platform.list_view add column create_by varchar(100)`,
  `create unique index list_view_titled on platform.list_view (${OWNED}) where title <> ''`,
  // What a user does with a saved query: it is opened first, shown at home, told about, and stands at its place.
  `create table platform.list_view_use (
    view_id varchar(36) not null references platform.list_view on delete cascade,
    user_id varchar(36) not null references platform.sys_user on delete cascade,
    opens boolean not null default false, on_home boolean not null default false,
    subscribed boolean not null default false, place integer,
    primary key (view_id, user_id))`,
  `create index list_view_use_home on platform.list_view_use (user_id) where on_home`,
  `create index list_view_use_subscribed on platform.list_view_use (view_id) where subscribed`,
]

/** Saved queries: whose they are, and what each user does with them. */
export const savedQueries: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
