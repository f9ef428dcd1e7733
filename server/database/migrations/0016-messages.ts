import { type Kysely, type Migration, sql } from 'kysely'

const KEPT = `tenant_id integer not null references platform.sys_tenant, version integer not null default 1,
    create_by varchar(50), create_time timestamp(0) default localtimestamp(0),
    update_by varchar(50), update_time timestamp(0)`

const watch = (table: string) =>
  `create trigger table_changed after insert or update or delete or truncate on platform.${table}
   for each statement execute function platform.notify_table_changed()`

const STATEMENTS = [
  `create table platform.sys_message (
    id varchar(36) primary key, es_title varchar(100) not null, es_type varchar(20) not null,
    es_receiver varchar(1000) not null, es_param varchar(2000), es_content text not null, es_send_time timestamp(0),
    es_send_status varchar(1) not null default '0', es_send_num integer not null default 0, es_result varchar(500),
    remark varchar(500), next_try timestamptz, ${KEPT})`,
  // What the job that sends looks for.
  `create index sys_message_waiting on platform.sys_message (create_time) where es_send_status = '0'`,
  'create index sys_message_tenant on platform.sys_message (tenant_id, create_time desc)',
  `create table platform.sys_message_template (
    id varchar(36) primary key, template_code varchar(64) not null, template_name varchar(100) not null,
    template_type varchar(20) not null default '1', template_category varchar(50), template_content text not null,
    template_test_json varchar(2000), use_status varchar(1) not null default '1', ${KEPT},
    unique (tenant_id, template_code))`,
  ...['sys_message', 'sys_message_template'].map(watch),
]

/** Messages to people outside of the system's own lists, and the templates that they are made from. */
export const messages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
