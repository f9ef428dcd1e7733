import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Of a user, a role or a department; of all where it is of none. Without a title it is what a user set for the list itself.
  `create table platform.list_view (
    id varchar(36) primary key, tenant_id integer not null references platform.sys_tenant on delete cascade,
    page varchar(100) not null, form varchar(100) not null,
    user_id varchar(36) references platform.sys_user on delete cascade,
    role_id varchar(36) references platform.sys_role on delete cascade,
    depart_id varchar(36) references platform.sys_depart on delete cascade,
    title varchar(100) not null default '', settings jsonb not null, is_default boolean not null default false,
    version integer not null default 1, kept_at timestamptz not null,
    check (num_nonnulls(user_id, role_id, depart_id) <= 1), check (title <> '' or user_id is not null))`,
  `create unique index list_view_own on platform.list_view (user_id, tenant_id, page, form) where title = ''`,
  'create index list_view_page on platform.list_view (tenant_id, page)',
  'create index list_view_role on platform.list_view (role_id)',
  'create index list_view_depart on platform.list_view (depart_id)',
]

/** How people set their lists up: columns, order, density. */
export const listViews: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
