import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // The operation that took this one back; null while it is in force.
  'alter table platform.operation add column undone_by varchar(36)',
  'create index operation_user on platform.operation (tenant_id, user_id, at desc)',
  'create index operation_newest on platform.operation (tenant_id, at desc)',
  // A deleted record that can still be brought back: its files and comments are kept.
  'alter table platform.operation_change add column recycled boolean not null default false',
  `create index operation_change_recycled on platform.operation_change (tenant_id, table_name, create_time desc, id desc)
   where recycled`,
  'create index operation_change_expired on platform.operation_change (create_time) where recycled',
  'alter table platform.sys_file_use add column recycled boolean not null default false',
]

/** Operations can be taken back, deleted records lie in a bin until they are removed for good. */
export const history: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
