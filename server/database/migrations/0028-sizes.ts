import { type Kysely, type Migration, sql } from 'kysely'

/** Tables that say, beside the users' own one, which rows a list of users holds. */
const COUNTED = ['sys_user', 'sys_user_tenant', 'sys_user_role', 'sys_user_depart'] as const

const STATEMENTS = [
  // Pages of users in the order of their list, and in that of the dialog in which they are chosen.
  'create index sys_user_by_name on platform.sys_user (username, id) where del_flag = 0',
  'create index sys_user_newest on platform.sys_user (create_time, id) where del_flag = 0',
  ...COUNTED.map(
    (table) => `create trigger table_changed after insert or update or delete or truncate on platform.${table}
     for each statement execute function platform.notify_table_changed()`,
  ),
  // A page of the log that was asked for by address, and the figures of sign-ins.
  'create index sys_log_address on platform.sys_log (tenant_id, ip, create_time desc, id desc)',
  `create index sys_log_visits on platform.sys_log (tenant_id, create_time, ip) where log_type = 1 and log_content = '登录成功'`,
]

/** What lists of a hundred thousand users and millions of log lines are found by, and what tells that a counted total of users is over. */
export const sizes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
