import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.sys_file (
    id varchar(36) primary key, tenant_id integer not null, path varchar(300) not null unique, file_name varchar(255) not null,
    file_size integer not null, content_type varchar(100) not null, sha256 char(64) not null, thumb boolean not null default false,
    owner_id varchar(36) not null, free_since timestamptz default now(), version integer not null default 1,
    create_by varchar(50), create_time timestamp(0) default localtimestamp(0), update_by varchar(50), update_time timestamp(0))`,
  'create index on platform.sys_file (tenant_id, create_time)',
  'create index on platform.sys_file (owner_id)',
  'create index on platform.sys_file (free_since) where free_since is not null',
  `create trigger table_changed after insert or update or delete or truncate on platform.sys_file
   for each statement execute function platform.notify_table_changed()`,
  `create table platform.sys_file_use (
    file_id varchar(36) not null references platform.sys_file (id) on delete cascade, form varchar(100) not null,
    record_id varchar(36) not null, field varchar(100) not null, primary key (file_id, form, record_id, field))`,
  'create index on platform.sys_file_use (form, record_id)',
]

/** Stored files, and the records and columns that name them. */
export const files: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
