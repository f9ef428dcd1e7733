import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // A home page follows its role when the role is renamed, and goes with it.
  `create table platform.sys_role_index (
    id varchar(36) primary key, tenant_id integer not null references platform.sys_tenant,
    relation_type varchar(10) not null, role_code varchar(100), user_name varchar(100),
    url varchar(255) not null, component varchar(255), is_route integer not null default 1,
    priority integer not null default 0, status varchar(2) not null default '1', version integer not null default 1,
    create_by varchar(50), create_time timestamp(0), update_by varchar(50), update_time timestamp(0),
    constraint sys_role_index_whose unique nulls not distinct (tenant_id, relation_type, role_code, user_name),
    foreign key (tenant_id, role_code) references platform.sys_role (tenant_id, role_code) on update cascade on delete cascade)`,
  `create trigger table_changed after insert or update or delete or truncate on platform.sys_role_index
   for each statement execute function platform.notify_table_changed()`,
]

/** Which page a role, a user or everybody begins with. */
export const roleIndex: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
