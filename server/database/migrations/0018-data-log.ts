import { type Kysely, type Migration, sql } from 'kysely'

/** Where the server's clock stands: documents show its local time. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

const STATEMENTS = [
  `alter table platform.operation_change
     add column id varchar(36) not null default gen_random_uuid()::text,
     add column tenant_id integer not null default 1, add column action varchar(40) not null default '',
     add column create_by varchar(100), add column create_time timestamp(0) not null default localtimestamp(0)`,
  `update platform.operation_change c set tenant_id = o.tenant_id, action = o.action, create_by = o.username,
     create_time = o.at at time zone '${ZONE.replaceAll("'", '')}'
   from platform.operation o where o.id = c.operation_id`,
  'alter table platform.operation_change add primary key (id)',
  'create index operation_change_newest on platform.operation_change (tenant_id, create_time desc, id desc)',
]

/** Changes of records become rows that a document lists: each has a key, and says itself whose it is, who made it and when. */
export const dataLog: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
