import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Codes, tickets and challenges that work once; the secret itself is never kept.
  `create table platform.sys_one_time_secret (
    kind varchar(20) not null, subject varchar(200) not null, secret_hash varchar(64) not null, data text not null,
    tries_left integer not null, issued_at timestamptz not null, expires_at timestamptz not null,
    primary key (kind, subject))`,
  'create index sys_one_time_secret_expires on platform.sys_one_time_secret (expires_at)',
  // Accounts elsewhere that stand for a user here.
  `create table platform.sys_third_account (
    source varchar(50) not null, third_user_id varchar(200) not null,
    user_id varchar(36) not null references platform.sys_user on delete cascade,
    create_time timestamptz not null default now(), primary key (source, third_user_id))`,
  'create index sys_third_account_user on platform.sys_third_account (user_id)',
]

/** What the ways to sign in beyond the password need. */
export const signIn: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
