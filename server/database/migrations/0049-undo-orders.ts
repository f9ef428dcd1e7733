import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.undo_order (
    id varchar(36) primary key, tenant_id integer not null references platform.sys_tenant on delete cascade,
    user_id varchar(36) not null references platform.sys_user on delete cascade,
    operation_id varchar(36) not null, form varchar(100) not null, title varchar(200) not null,
    language varchar(10) not null, address varchar(100), request_id varchar(100) not null,
    status varchar(1) not null default '0', attempts integer not null default 0,
    row_count integer not null default 0, total integer not null, error varchar(500), problems jsonb,
    create_time timestamptz not null default now(), end_time timestamptz)`,
  'create index undo_order_operation on platform.undo_order (operation_id, create_time desc)',
  `create unique index undo_order_open on platform.undo_order (operation_id) where status in ('0', '1')`,
  // Begins again what the end of a process has cut off; an order is begun when it comes.
  `insert into platform.sys_quartz_job (id, job_class_name, cron_expression, parameter, description, status, next_time, create_by) values
    ('job-undo', 'undo', '0 * * * * ?', null, '执行后台撤销', 0, null, 'system')`,
  // Which process is at it.
  'alter table platform.sys_quartz_job_log add column process integer',
]

/** Operations on many records that are taken back in the background. */
export const undoOrders: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
