import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.form_draft (
    tenant_id integer not null references platform.sys_tenant on delete cascade,
    user_id varchar(36) not null references platform.sys_user on delete cascade,
    id varchar(36) not null, form varchar(100) not null, record_id varchar(36) not null, content text not null,
    kept_at timestamptz not null, primary key (user_id, tenant_id, id))`,
  'create index on platform.form_draft (tenant_id)',
  'create index on platform.form_draft (kept_at)',
]

/** What people have typed into forms and not saved. */
export const drafts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
