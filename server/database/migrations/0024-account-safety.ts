import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // The age of a password counts from this release on.
  `alter table platform.sys_user
     add column password_set_at timestamptz not null default now(),
     add column mail_kinds varchar(100) not null default 'mail'`,
  `create table platform.sys_password_history (
     user_id varchar(36) not null references platform.sys_user on delete cascade,
     hash text not null, set_at timestamptz not null default clock_timestamp())`,
  'create index sys_password_history_user on platform.sys_password_history (user_id, set_at desc)',
  `insert into platform.sys_password_history (user_id, hash)
     select id, password from platform.sys_user where password is not null`,
  // Passwords are stored by several ways; their age and history follow from the row alone.
  `create function platform.keep_password_age() returns trigger language plpgsql as $$
   begin new.password_set_at := now(); return new; end $$`,
  `create trigger sys_user_password_age before update of password on platform.sys_user
   for each row when (new.password is distinct from old.password) execute function platform.keep_password_age()`,
  `create function platform.keep_password_history() returns trigger language plpgsql as $$
   begin
     insert into platform.sys_password_history (user_id, hash) values (new.id, new.password);
     delete from platform.sys_password_history where user_id = new.id and set_at < (
       select min(set_at) from (select set_at from platform.sys_password_history
         where user_id = new.id order by set_at desc limit 24) as newest);
     return null;
   end $$`,
  `create trigger sys_user_first_password after insert on platform.sys_user
   for each row when (new.password is not null) execute function platform.keep_password_history()`,
  `create trigger sys_user_next_password after update of password on platform.sys_user
   for each row when (new.password is not null and new.password is distinct from old.password)
   execute function platform.keep_password_history()`,

  'alter table platform.sys_session add column device varchar(200)',

  `alter table platform.sys_role add column second_factor integer not null default 0`,
  `create table platform.sys_second_factor (
     user_id varchar(36) primary key references platform.sys_user on delete cascade,
     sealed_key text not null, confirmed_at timestamptz, last_step bigint not null default 0,
     create_time timestamptz not null default now())`,
  `create table platform.sys_recovery_code (
     user_id varchar(36) not null references platform.sys_user on delete cascade,
     code_hash varchar(64) not null, primary key (user_id, code_hash))`,

  `create table platform.sys_api_key (
     id varchar(36) primary key, tenant_id integer not null references platform.sys_tenant,
     user_id varchar(36) not null references platform.sys_user on delete cascade,
     key_name varchar(100) not null, key_hint varchar(20) not null, key_hash varchar(64) not null unique,
     rights text not null, end_date date not null, status varchar(1) not null default '1', last_used timestamp(0),
     version integer not null default 1, create_by varchar(50), create_time timestamp(0) default localtimestamp(0),
     update_by varchar(50), update_time timestamp(0))`,
  'create index sys_api_key_tenant on platform.sys_api_key (tenant_id, create_time desc)',
  'create index sys_api_key_user on platform.sys_api_key (user_id)',
  `create trigger table_changed after insert or update or delete or truncate on platform.sys_api_key
   for each statement execute function platform.notify_table_changed()`,
]

/** Age and history of passwords, devices of sessions, the second factor, keys of integrators, and which messages come by mail. */
export const accountSafety: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
