import { type Kysely, type Migration, sql } from 'kysely'

const AUDIT = `
  create_by varchar(50), create_time timestamp(0) default localtimestamp(0),
  update_by varchar(50), update_time timestamp(0), version integer not null default 0`
const watch = (table: string) =>
  `create trigger table_changed after insert or update or delete or truncate on platform.${table}
   for each statement execute function platform.notify_table_changed()`

const STATEMENTS = [
  `create table platform.sys_data_source (
    id varchar(36) primary key, code varchar(100) not null, name varchar(100) not null, remark varchar(200),
    db_type varchar(10) not null, db_driver varchar(100), db_url varchar(500) not null, db_name varchar(100),
    db_username varchar(100), db_password text,
    tenant_id integer not null references platform.sys_tenant, ${AUDIT},
    constraint sys_data_source_tenant_id_code_key unique (tenant_id, code))`,
  watch('sys_data_source'),
  `create table platform.sys_gateway_route (
    id varchar(36) primary key, router_id varchar(50) not null, name varchar(50) not null, uri varchar(255) not null,
    predicates text, filters text, status integer not null default 1, ${AUDIT},
    constraint sys_gateway_route_router_id_key unique (router_id))`,
  watch('sys_gateway_route'),
]

/** Databases that other parts read from, and routes of the gateway. */
export const dataSources: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
