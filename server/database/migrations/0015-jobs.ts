import { type Kysely, type Migration, sql } from 'kysely'

const STAMPS = `create_by varchar(50), create_time timestamp(0) default localtimestamp(0),
    update_by varchar(50), update_time timestamp(0)`

const watch = (table: string) =>
  `create trigger table_changed after insert or update or delete or truncate on platform.${table}
   for each statement execute function platform.notify_table_changed()`

const STATEMENTS = [
  `create table platform.sys_quartz_job (
    id varchar(36) primary key, job_class_name varchar(255) not null, cron_expression varchar(255) not null,
    parameter varchar(2000), description varchar(255), status integer not null default -1,
    next_time timestamp(0), last_time timestamp(0), last_status varchar(1),
    version integer not null default 1, ${STAMPS})`,
  'create index sys_quartz_job_due on platform.sys_quartz_job (next_time) where status = 0',
  `create table platform.sys_quartz_job_log (
    id varchar(36) primary key, job_id varchar(36) not null references platform.sys_quartz_job on delete cascade,
    job_class_name varchar(255) not null, parameter varchar(2000), trigger_type varchar(1) not null,
    status varchar(1) not null default '0', plan_time timestamp(0), begin_time timestamp(0), end_time timestamp(0),
    duration integer, missed integer not null default 0, output text, error text, node varchar(100),
    handed boolean not null default false, seen_at timestamptz,
    version integer not null default 1, ${STAMPS})`,
  // One run of a job at a time: what waits or runs keeps another from beginning.
  `create unique index sys_quartz_job_log_open on platform.sys_quartz_job_log (job_id) where status in ('0', '1')`,
  'create index sys_quartz_job_log_job on platform.sys_quartz_job_log (job_id, create_time desc)',
  'create index sys_quartz_job_log_time on platform.sys_quartz_job_log (create_time desc)',
  `insert into platform.sys_quartz_job (id, job_class_name, cron_expression, parameter, description, status, next_time, create_by) values
    ('job-clean-up', 'clean-up', '0 0/10 * * * ?', null, '清理过期的日志、会话与登录失败记录', 0, null, 'system'),
    ('job-send-messages', 'send-messages', '0/30 * * * * ?', null, '发送等待发送的消息', 0, null, 'system'),
    ('job-log-parameter', 'log-parameter', '0 0 8 * * ?', '你好', '示例任务：把参数写入日志', -1, null, 'system')`,
  ...['sys_quartz_job', 'sys_quartz_job_log'].map(watch),
]

/** Scheduled jobs and their runs; what the program did by a fixed timer before is one of them. */
export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
