import { type Kysely, type Migration, sql } from 'kysely'

/** Where the server's clock stands: lines of the log carry its local time, as all times that documents show. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

const STATEMENTS = [
  `alter table platform.sys_log add column tenant_id integer not null default 1, add column version integer not null default 0`,
  `alter table platform.sys_log alter column create_time drop default,
     alter column create_time type timestamp(0) using create_time at time zone '${ZONE.replaceAll("'", '')}',
     alter column create_time set default localtimestamp(0)`,
  // What happened to somebody of another tenant is that tenant's to read.
  `update platform.sys_log l set tenant_id = t.tenant_id
   from (select user_id, min(tenant_id) as tenant_id from platform.sys_user_tenant group by user_id having min(tenant_id) <> 1) t
   where l.userid = t.user_id`,
  'drop index platform.sys_log_time',
  'create index sys_log_newest on platform.sys_log (tenant_id, create_time desc, id desc)',
  'create index sys_log_type on platform.sys_log (tenant_id, log_type, create_time desc, id desc)',
  'create index sys_log_user on platform.sys_log (tenant_id, username, create_time desc, id desc)',
  // Old lines are found by their time alone, whichever tenant they belong to; they lie in its order.
  'create index sys_log_age on platform.sys_log using brin (create_time)',
]

/** The log becomes a table that documents read: lines belong to a tenant and are found by time, kind and person. */
export const logs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
