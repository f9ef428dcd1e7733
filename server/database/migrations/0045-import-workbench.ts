import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.import_file (
    id varchar(36) primary key, tenant_id integer not null references platform.sys_tenant on delete cascade,
    user_id varchar(36) not null references platform.sys_user on delete cascade, form varchar(100) not null,
    name varchar(255) not null, state varchar(10) not null check (state in ('matching', 'judging', 'ready', 'saving', 'done')),
    columns jsonb not null, matches jsonb not null, meeting jsonb not null, total integer not null,
    done integer not null default 0, failure varchar(500), outcome jsonb,
    worker varchar(36), worked_at timestamptz, kept_at timestamptz not null)`,
  'create index on platform.import_file (user_id, tenant_id, form)',
  'create index on platform.import_file (tenant_id)',
  'create index on platform.import_file (kept_at)',
  `create table platform.import_row (
    file_id varchar(36) not null references platform.import_file on delete cascade, no integer not null,
    line integer not null, cells jsonb not null, edits jsonb, problems jsonb,
    record_id varchar(36), record_version integer, was jsonb, primary key (file_id, no))`,
  // What no two rows may have alike: the columns, and a digest of their values.
  `create table platform.import_key (
    file_id varchar(36) not null references platform.import_file on delete cascade, no integer not null,
    columns varchar(500) not null, value uuid not null, primary key (file_id, no, columns))`,
  `create table platform.import_match (
    user_id varchar(36) not null references platform.sys_user on delete cascade,
    tenant_id integer not null references platform.sys_tenant on delete cascade, form varchar(100) not null,
    fields jsonb not null, primary key (user_id, tenant_id, form))`,
  'create index on platform.import_match (tenant_id)',
]

/** Files of rows that are looked through and mended before they are taken in. */
export const importWorkbench: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
