import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.sys_comment (
    id varchar(36) primary key, tenant_id integer not null references platform.sys_tenant,
    table_name varchar(100) not null, table_data_id varchar(36) not null,
    from_user_id varchar(36) not null references platform.sys_user, to_user_id varchar(36) references platform.sys_user,
    comment_id varchar(36) references platform.sys_comment on delete set null,
    comment_content text not null, create_by varchar(100) not null, create_time timestamp(0) not null)`,
  'create index sys_comment_record on platform.sys_comment (tenant_id, table_name, table_data_id, create_time)',
  'create index sys_comment_answered on platform.sys_comment (comment_id) where comment_id is not null',
  'create index sys_comment_from on platform.sys_comment (from_user_id)',
  'create index sys_comment_to on platform.sys_comment (to_user_id) where to_user_id is not null',
]

/** What people say about records. */
export const comments: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
