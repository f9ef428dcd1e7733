import { type Kysely, type Migration, sql } from 'kysely'

/** Marks of a menu entry, and what a new entry begins with. */
const MARKS = {
  is_route: 1,
  is_leaf: 1,
  always_show: 0,
  keep_alive: 0,
  hidden: 0,
  hide_tab: 0,
  internal_or_external: 0,
} as const

const AUDIT = `create_by varchar(50), create_time timestamp(0) default localtimestamp(0),
  update_by varchar(50), update_time timestamp(0), version integer not null default 0`

const watch = (table: string) =>
  `create trigger table_changed after insert or update or delete or truncate on platform.${table}
   for each statement execute function platform.notify_table_changed()`

const DEPARTMENT_GRANTS = [
  `create table platform.sys_depart_permission (
    id varchar(36) primary key, depart_id varchar(36) not null references platform.sys_depart on delete cascade,
    permission_id varchar(36) not null references platform.sys_permission on delete cascade,
    unique (depart_id, permission_id))`,
  'create index sys_depart_permission_permission on platform.sys_depart_permission (permission_id)',
  `create table platform.sys_depart_role (
    id varchar(36) primary key, depart_id varchar(36) not null references platform.sys_depart on delete cascade,
    role_name varchar(200) not null, role_code varchar(100) not null, description varchar(255),
    tenant_id integer not null references platform.sys_tenant, ${AUDIT}, unique (tenant_id, role_code))`,
  'create index sys_depart_role_depart on platform.sys_depart_role (depart_id)',
  watch('sys_depart_role'),
  `create table platform.sys_depart_role_permission (
    id varchar(36) primary key, role_id varchar(36) not null references platform.sys_depart_role on delete cascade,
    permission_id varchar(36) not null references platform.sys_permission on delete cascade,
    unique (role_id, permission_id))`,
  'create index sys_depart_role_permission_permission on platform.sys_depart_role_permission (permission_id)',
  `create table platform.sys_depart_role_user (
    id varchar(36) primary key, user_id varchar(36) not null references platform.sys_user on delete cascade,
    drole_id varchar(36) not null references platform.sys_depart_role on delete cascade, unique (user_id, drole_id))`,
  'create index sys_depart_role_user_role on platform.sys_depart_role_user (drole_id)',
]

/** Menu entries and their data rules become records of documents, departments get grants and roles. */
export const permissionRecords: Migration = {
  async up(db: Kysely<unknown>) {
    const run = (statement: string) => sql.raw(statement).execute(db)
    // Documents keep a mark as 1 or 0.
    for (const [column, initial] of Object.entries(MARKS))
      await run(`alter table platform.sys_permission alter column ${column} drop default,
        alter column ${column} type integer using ${column}::integer,
        alter column ${column} set default ${initial}`)
    // Columns of an entry of the product's that were changed by hand, joined by commas.
    await run('alter table platform.sys_permission add column edited varchar(255)')
    await run(watch('sys_permission_data_rule'))
    for (const statement of DEPARTMENT_GRANTS) await run(statement)
  },
}
