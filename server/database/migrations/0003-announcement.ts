import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.sys_announcement (
    id varchar(36) primary key, tenant_id integer not null references platform.sys_tenant,
    titile varchar(100) not null, msg_content text not null default '', msg_abstract varchar(500),
    start_time timestamp(0), end_time timestamp(0), sender varchar(100), priority varchar(1) not null default 'L',
    msg_category varchar(1) not null default '1', msg_type varchar(4) not null default 'ALL',
    send_status varchar(1) not null default '0', send_time timestamp(0), cancel_time timestamp(0),
    bus_type varchar(50), bus_id varchar(64), open_type varchar(20), open_page varchar(255),
    version integer not null default 1, del_flag integer not null default 0,
    create_by varchar(50), create_time timestamp(0) default localtimestamp(0),
    update_by varchar(50), update_time timestamp(0))`,
  // What readers look for, newest first.
  `create index sys_announcement_published on platform.sys_announcement (tenant_id, send_time desc)
    where send_status = '1' and del_flag = 0`,
  'create index sys_announcement_tenant on platform.sys_announcement (tenant_id, create_time desc) where del_flag = 0',
  // A row says that the user is named, or has read what everybody was told.
  `create table platform.sys_announcement_send (
    id varchar(36) primary key, annt_id varchar(36) not null references platform.sys_announcement on delete cascade,
    user_id varchar(36) not null references platform.sys_user on delete cascade,
    named boolean not null default false, read_flag varchar(1) not null default '0', read_time timestamp(0),
    unique (annt_id, user_id))`,
  'create index sys_announcement_send_user on platform.sys_announcement_send (user_id, annt_id)',
]

/** Announcements, whom they name, and who has read them. */
export const announcement: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
