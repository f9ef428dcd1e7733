import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.sys_backup (
    id varchar(36) primary key, file_name varchar(100) not null, status varchar(1) not null default '0',
    progress varchar(200), table_count integer, row_count varchar(20), file_size varchar(20), error varchar(500), end_time timestamp(0),
    version integer not null default 1,
    create_by varchar(50), create_time timestamp(0) default localtimestamp(0), update_by varchar(50), update_time timestamp(0))`,
  `create trigger table_changed after insert or update or delete or truncate on platform.sys_backup
   for each statement execute function platform.notify_table_changed()`,
  // Switched off: whether and when, an administrator says.
  `insert into platform.sys_quartz_job (id, job_class_name, cron_expression, parameter, description, status, next_time, create_by) values
    ('job-backup', 'backup', '0 0 2 * * ?', null, '备份数据库', -1, null, 'system')`,
]

/** Backups that were made from the screen or by a job. */
export const backups: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
