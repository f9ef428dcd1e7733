import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.export_order (
    id varchar(36) primary key, tenant_id integer not null references platform.sys_tenant on delete cascade,
    user_id varchar(36) not null references platform.sys_user on delete cascade,
    form varchar(100) not null, title varchar(200) not null, wanted jsonb not null,
    status varchar(1) not null default '0', attempts integer not null default 0,
    row_count integer not null default 0, total integer not null,
    path varchar(300), file_name varchar(255), file_size integer, error varchar(500),
    create_time timestamptz not null default now(), end_time timestamptz)`,
  'create index export_order_user on platform.export_order (user_id, tenant_id, create_time desc)',
  `create index export_order_open on platform.export_order (create_time) where status in ('0', '1')`,
  // Begins again what the end of a process has cut off; an order is begun when it comes.
  `insert into platform.sys_quartz_job (id, job_class_name, cron_expression, parameter, description, status, next_time, create_by) values
    ('job-export', 'export', '0 * * * * ?', null, '执行后台导出', 0, null, 'system')`,
]

/** Exports that are made in the background. */
export const exports: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
