import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.sys_user_agent (
    id varchar(36) primary key, user_name varchar(100) not null, agent_user_name varchar(100) not null,
    start_time timestamp(0) not null, end_time timestamp(0) not null, status varchar(2) not null default '1',
    tenant_id integer not null references platform.sys_tenant, version integer not null default 0,
    create_by varchar(50), create_time timestamp(0), update_by varchar(50), update_time timestamp(0))`,
  'create index sys_user_agent_user on platform.sys_user_agent (tenant_id, user_name)',
  `create trigger table_changed after insert or update or delete or truncate on platform.sys_user_agent
   for each statement execute function platform.notify_table_changed()`,
]

/** Who acts for whom, and from when to when. */
export const userAgents: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
