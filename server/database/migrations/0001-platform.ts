import { type Kysely, type Migration, sql } from 'kysely'

const AUDIT = `
  create_by varchar(50), create_time timestamp(0) default localtimestamp(0),
  update_by varchar(50), update_time timestamp(0)`

const STATEMENTS = [
  'create schema if not exists platform',
  'create schema if not exists data',

  `create table platform.sys_tenant (
    id integer primary key, name varchar(100) not null, status integer not null default 1,
    begin_date timestamp(0), end_date timestamp(0))`,

  `create table platform.sys_user (
    id varchar(36) primary key, username varchar(100) not null, realname varchar(100) not null, password text,
    avatar varchar(255), birthday date, sex integer, email varchar(100), phone varchar(45), telephone varchar(45),
    work_no varchar(100), post varchar(255), status integer not null default 1, del_flag integer not null default 0,
    org_code varchar(64), user_identity integer, depart_ids text, must_change_password boolean not null default false,
    ${AUDIT})`,
  // A deleted user's name stays taken: old records still name him.
  'create unique index sys_user_username on platform.sys_user (lower(username))',
  'create index sys_user_phone on platform.sys_user (phone)',

  `create table platform.sys_user_tenant (
    user_id varchar(36) not null references platform.sys_user on delete cascade,
    tenant_id integer not null references platform.sys_tenant, primary key (user_id, tenant_id))`,
  'create index sys_user_tenant_tenant on platform.sys_user_tenant (tenant_id)',

  `create table platform.sys_role (
    id varchar(36) primary key, role_name varchar(200) not null, role_code varchar(100) not null,
    description varchar(255), tenant_id integer not null references platform.sys_tenant, ${AUDIT},
    unique (tenant_id, role_code))`,
  `create table platform.sys_user_role (
    id varchar(36) primary key, user_id varchar(36) not null references platform.sys_user on delete cascade,
    role_id varchar(36) not null references platform.sys_role on delete cascade,
    tenant_id integer not null references platform.sys_tenant, unique (user_id, role_id))`,
  'create index sys_user_role_role on platform.sys_user_role (role_id)',

  `create table platform.sys_permission (
    id varchar(36) primary key, parent_id varchar(36), name varchar(100) not null, url varchar(255),
    component varchar(255), component_name varchar(255), redirect varchar(255), menu_type integer not null,
    perms varchar(255), perms_type varchar(10), sort_no double precision, always_show boolean not null default false,
    icon varchar(255), is_route boolean not null default true, is_leaf boolean not null default true,
    keep_alive boolean not null default false, hidden boolean not null default false,
    hide_tab boolean not null default false, description varchar(255), status varchar(2) not null default '1',
    del_flag integer not null default 0, rule_flag integer not null default 0,
    internal_or_external boolean not null default false, form_code varchar(63), source_hash varchar(64), ${AUDIT})`,
  'create index sys_permission_parent on platform.sys_permission (parent_id)',
  'create index sys_permission_form on platform.sys_permission (form_code)',

  `create table platform.sys_role_permission (
    id varchar(36) primary key, role_id varchar(36) not null references platform.sys_role on delete cascade,
    permission_id varchar(36) not null references platform.sys_permission on delete cascade,
    data_rule_ids text, unique (role_id, permission_id))`,
  'create index sys_role_permission_permission on platform.sys_role_permission (permission_id)',

  `create table platform.sys_permission_data_rule (
    id varchar(36) primary key, permission_id varchar(36) not null references platform.sys_permission on delete cascade,
    rule_name varchar(50) not null, rule_column varchar(63) not null, rule_conditions varchar(50) not null,
    rule_value text not null default '', status varchar(2) not null default '1', ${AUDIT})`,
  'create index sys_permission_data_rule_permission on platform.sys_permission_data_rule (permission_id)',

  `create table platform.sys_depart (
    id varchar(36) primary key, parent_id varchar(36), depart_name varchar(100) not null, depart_order integer,
    org_category varchar(10), org_type varchar(10), org_code varchar(64) not null, mobile varchar(32),
    address varchar(255), memo varchar(500), status varchar(2) not null default '1', del_flag integer not null default 0,
    tenant_id integer not null references platform.sys_tenant, ${AUDIT}, unique (tenant_id, org_code))`,
  'create index sys_depart_parent on platform.sys_depart (tenant_id, parent_id)',
  `create table platform.sys_user_depart (
    id varchar(36) primary key, user_id varchar(36) not null references platform.sys_user on delete cascade,
    dep_id varchar(36) not null references platform.sys_depart on delete cascade, unique (user_id, dep_id))`,
  'create index sys_user_depart_depart on platform.sys_user_depart (dep_id)',

  `create table platform.sys_dict (
    id varchar(36) primary key, dict_name varchar(100) not null, dict_code varchar(100) not null unique,
    description varchar(255), del_flag integer not null default 0, type integer not null default 0,
    source_hash varchar(64), ${AUDIT})`,
  `create table platform.sys_dict_item (
    id varchar(36) primary key, dict_id varchar(36) not null references platform.sys_dict on delete cascade,
    item_text varchar(100) not null, item_value varchar(100) not null, item_color varchar(40),
    description varchar(255), sort_order integer, status integer not null default 1, ${AUDIT},
    unique (dict_id, item_value))`,

  `create table platform.sys_category (
    id varchar(36) primary key, pid varchar(36) not null default '0', name varchar(100) not null,
    code varchar(100) not null, has_child varchar(3), tenant_id integer not null references platform.sys_tenant, ${AUDIT},
    unique (tenant_id, code))`,
  'create index sys_category_parent on platform.sys_category (tenant_id, pid)',
  `create table platform.sys_position (
    id varchar(36) primary key, code varchar(100) not null, name varchar(100) not null, post_rank varchar(2),
    tenant_id integer not null references platform.sys_tenant, ${AUDIT}, unique (tenant_id, code))`,
  `create table platform.sys_fill_rule (
    id varchar(36) primary key, rule_name varchar(100) not null, rule_code varchar(100) not null unique,
    rule_class varchar(100) not null, rule_params text, ${AUDIT})`,
  `create table platform.sys_check_rule (
    id varchar(36) primary key, rule_name varchar(100) not null, rule_code varchar(100) not null unique,
    rule_json text not null, rule_description text, ${AUDIT})`,

  `create table platform.sys_session (
    token_hash varchar(64) primary key, user_id varchar(36) not null references platform.sys_user on delete cascade,
    tenant_id integer not null, org_code varchar(64), address varchar(64),
    created_at timestamptz not null default now(), seen_at timestamptz not null default now(),
    expires_at timestamptz not null)`,
  'create index sys_session_user on platform.sys_session (user_id)',
  'create index sys_session_expires on platform.sys_session (expires_at)',
  `create table platform.sys_login_failure (
    subject varchar(200) primary key, failures integer not null, first_at timestamptz not null, last_at timestamptz not null)`,

  `create table platform.sys_log (
    id varchar(36) primary key, log_type integer not null, operate_type integer, log_content varchar(1000) not null,
    userid varchar(100), username varchar(100), ip varchar(64), method varchar(200), request_url varchar(500),
    request_type varchar(10), request_param text, result varchar(200), request_id varchar(64), cost_time integer,
    create_time timestamptz not null default now())`,
  'create index sys_log_time on platform.sys_log (log_type, create_time desc)',

  `create table platform.operation (
    id varchar(36) primary key, tenant_id integer not null, user_id varchar(36) not null, username varchar(100) not null,
    action varchar(40) not null, resource varchar(100) not null, batch_id varchar(64), request_id varchar(64),
    at timestamptz not null default now())`,
  'create index operation_resource on platform.operation (tenant_id, resource, at desc)',
  `create table platform.operation_change (
    operation_id varchar(36) not null references platform.operation on delete cascade, table_name varchar(63) not null,
    record_id varchar(36) not null, version integer not null, before jsonb, after jsonb,
    document_version varchar(64) not null)`,
  'create index operation_change_record on platform.operation_change (table_name, record_id)',
  'create index operation_change_operation on platform.operation_change (operation_id)',

  `create table platform.document (
    code varchar(63) not null, kind varchar(20) not null, body text not null, version varchar(64) not null,
    update_by varchar(100), update_time timestamptz not null default now(), primary key (kind, code))`,
  `create table platform.form_table (
    table_name varchar(63) primary key, code varchar(63) not null, definition jsonb not null,
    synced_at timestamptz not null default now())`,
  `create table platform.form_grant (
    role_id varchar(36) not null references platform.sys_role on delete cascade, form_code varchar(63) not null,
    kind varchar(10) not null check (kind in ('visible', 'editable', 'row')), key varchar(63) not null,
    primary key (role_id, form_code, kind, key))`,
  `create table platform.serial (
    rule_code varchar(100) not null, scope varchar(100) not null, last_value bigint not null,
    primary key (rule_code, scope))`,
  `create table platform.idempotency_key (
    tenant_id integer not null, user_id varchar(36) not null, key varchar(200) not null, request_hash varchar(64) not null,
    answer text, created_at timestamptz not null default now(), primary key (tenant_id, user_id, key))`,
  'create table platform.setting (name varchar(100) primary key, value text not null)',
]

/** The platform's own tables. Data tables (schema `data`) come from documents. */
export const platform: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
