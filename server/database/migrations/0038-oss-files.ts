import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.oss_file (
    id varchar(36) primary key, tenant_id integer not null references platform.sys_tenant,
    file_name varchar(255), url varchar(1000), version integer not null default 0,
    create_by varchar(50), create_time timestamp(0), update_by varchar(50), update_time timestamp(0))`,
  'create index on platform.oss_file (tenant_id, create_time)',
  `create trigger table_changed after insert or update or delete or truncate on platform.oss_file
   for each statement execute function platform.notify_table_changed()`,
]

/** Files that administrators keep for themselves, without a record of another form. */
export const ossFiles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
