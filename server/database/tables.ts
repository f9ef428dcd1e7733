import type { ColumnType, Generated } from 'kysely'
import type { ListSettings, QuerySettings } from '#schemas/api/list-view.ts'

/** A timestamp without zone, as text `YYYY-MM-DD HH:mm:ss`. */
type LocalTime = string
/** A timestamp with zone. */
type Instant = ColumnType<Date, Date | string | undefined, Date | string>
type Json<T> = ColumnType<T, string, string>

interface Audit {
  create_by: string | null
  create_time: Generated<LocalTime | null>
  update_by: string | null
  update_time: LocalTime | null
}

export interface SysTenant extends Audit {
  id: number
  name: string
  status: Generated<number>
  begin_date: LocalTime | null
  end_date: LocalTime | null
  /** Most members; null: any number. */
  member_limit: number | null
}

export interface SysUser extends Audit {
  id: string
  username: string
  realname: string
  /** Argon2id hash; null: cannot sign in with a password. */
  password: string | null
  avatar: string | null
  birthday: string | null
  sex: number | null
  email: string | null
  phone: string | null
  telephone: string | null
  work_no: string | null
  post: string | null
  /** 1 normal, 2 frozen. */
  status: Generated<number>
  /** 0 kept, 1 deleted. */
  del_flag: Generated<number>
  /** Organisation code of the department chosen last. */
  org_code: string | null
  user_identity: number | null
  depart_ids: string | null
  /** Language of the interface; null as long as none was chosen. */
  language: Generated<string | null>
  must_change_password: Generated<boolean>
  version: Generated<number>
  password_set_at: Instant
  /** Which messages come by mail, joined by commas: mail, notice, message. */
  mail_kinds: Generated<string>
}

export interface SysUserAgent extends Audit {
  id: string
  user_name: string
  agent_user_name: string
  start_time: LocalTime
  end_time: LocalTime
  /** 1 in force, 0 not. */
  status: Generated<string>
  tenant_id: number
}

export interface SysUserTenant {
  user_id: string
  tenant_id: number
}

export interface SysRole extends Audit {
  id: string
  role_name: string
  role_code: string
  description: string | null
  tenant_id: number
  /** 1: members have to use a second factor. */
  second_factor: Generated<number>
}

export interface SysUserRole {
  id: string
  user_id: string
  role_id: string
  tenant_id: number
}

export interface SysPermission extends Audit {
  id: string
  parent_id: string | null
  name: string
  url: string | null
  component: string | null
  component_name: string | null
  redirect: string | null
  /** 0 top menu, 1 menu, 2 button. */
  menu_type: number
  perms: string | null
  /** 1 visible when granted, 2 enabled when granted. */
  perms_type: string | null
  sort_no: number | null
  always_show: Generated<number>
  icon: string | null
  is_route: Generated<number>
  is_leaf: Generated<number>
  keep_alive: Generated<number>
  hidden: Generated<number>
  hide_tab: Generated<number>
  description: string | null
  status: Generated<string>
  del_flag: Generated<number>
  rule_flag: Generated<number>
  internal_or_external: Generated<number>
  /** Code of the form document that the page shows. */
  form_code: string | null
  /** Set for rows that come from a menu document: hash of what it said. */
  source_hash: string | null
  /** Columns of such a row that were changed by hand, joined by commas: the document leaves them alone. */
  edited: string | null
}

export interface SysRolePermission {
  id: string
  role_id: string
  permission_id: string
  /** Comma-separated ids of data rules. */
  data_rule_ids: string | null
}

export interface SysDepartPermission {
  id: string
  depart_id: string
  permission_id: string
}

export interface SysDepartRole extends Audit {
  id: string
  depart_id: string
  role_name: string
  role_code: string
  description: string | null
  tenant_id: number
}

export interface SysDepartRolePermission {
  id: string
  role_id: string
  permission_id: string
}

export interface SysDepartRoleUser {
  id: string
  user_id: string
  drole_id: string
}

export interface SysPermissionDataRule extends Audit {
  id: string
  permission_id: string
  rule_name: string
  rule_column: string
  rule_conditions: string
  rule_value: string
  status: Generated<string>
}

export interface SysDepart extends Audit {
  id: string
  parent_id: string | null
  depart_name: string
  depart_order: number | null
  org_category: string | null
  org_type: string | null
  org_code: string
  mobile: string | null
  address: string | null
  memo: string | null
  status: Generated<string>
  del_flag: Generated<number>
  tenant_id: number
}

export interface SysUserDepart {
  id: string
  user_id: string
  dep_id: string
}

export interface SysDict extends Audit {
  id: string
  dict_name: string
  dict_code: string
  description: string | null
  del_flag: Generated<number>
  type: Generated<number>
  source_hash: string | null
}

export interface SysDictItem extends Audit {
  id: string
  dict_id: string
  item_text: string
  item_value: string
  item_color: string | null
  description: string | null
  sort_order: number | null
  /** 1 enabled, 0 not. */
  status: Generated<number>
}

export interface SysCategory extends Audit {
  id: string
  pid: string
  name: string
  code: string
  has_child: string | null
  tenant_id: number
}

/** A text of a document, dictionary or menu in another language. */
export interface SysText {
  language: string
  /** `form:expo`, `page:…`, `dict:…`, `menu`. */
  scope: string
  /** The Chinese text. */
  source: string
  text: string
  /** What was written on the screen counts before what documents brought along. */
  origin: 'file' | 'screen'
  update_by: string | null
  update_time: Generated<LocalTime>
}

export interface SysPosition extends Audit {
  id: string
  code: string
  name: string
  post_rank: string | null
  tenant_id: number
}

export interface SysRoleIndex extends Audit {
  id: string
  tenant_id: number
  /** `ROLE`, `USER` or `DEFAULT`: everybody. */
  relation_type: string
  role_code: string | null
  user_name: string | null
  url: string
  component: string | null
  is_route: number
  /** The lowest of a user's roles comes first. */
  priority: number
  status: string
}

export interface SysFillRule extends Audit {
  id: string
  rule_name: string
  rule_code: string
  /** Name of the handler: `order_number`, `org_code`, `category_code`, `serial`. */
  rule_class: string
  rule_params: string | null
}

export interface SysCheckRule extends Audit {
  id: string
  rule_name: string
  rule_code: string
  rule_json: string
  rule_description: string | null
}

export interface SysGatewayRoute extends Audit {
  id: string
  router_id: string
  name: string
  uri: string
  predicates: string | null
  filters: string | null
  status: number
}

export interface SysSession {
  token_hash: string
  user_id: string
  tenant_id: number
  org_code: string | null
  address: string | null
  /** What the browser says of itself. */
  device: string | null
  created_at: Instant
  seen_at: Instant
  expires_at: Instant
}

export interface SysLoginFailure {
  /** `user:<name>` or `address:<ip>`. */
  subject: string
  failures: number
  first_at: Instant
  last_at: Instant
}

export interface SysLog {
  id: string
  /** 1 sign-in, 2 operation. */
  log_type: number
  operate_type: number | null
  log_content: string
  userid: string | null
  username: string | null
  ip: string | null
  method: string | null
  request_url: string | null
  request_type: string | null
  request_param: string | null
  result: string | null
  request_id: string | null
  cost_time: number | null
  tenant_id: Generated<number>
  create_time: Generated<LocalTime>
}

export interface Operation {
  id: string
  tenant_id: number
  user_id: string
  username: string
  action: string
  resource: string
  batch_id: string | null
  request_id: string | null
  at: Instant
  undone_by: string | null
}

export interface OperationChange {
  id: Generated<string>
  tenant_id: number
  action: string
  create_by: string | null
  create_time: Generated<LocalTime>
  operation_id: string
  table_name: string
  record_id: string
  version: number
  before: Json<Record<string, unknown>> | null
  after: Json<Record<string, unknown>> | null
  document_version: string
  recycled: Generated<boolean>
}

export interface DocumentTable {
  code: string
  kind: string
  body: string
  version: string
  update_by: string | null
  update_time: Instant
}

export interface FormTable {
  table_name: string
  code: string
  definition: Json<Record<string, unknown>>
  synced_at: Instant
}

export interface FormGrant {
  role_id: string
  form_code: string
  kind: 'visible' | 'editable' | 'row'
  /** Column name, or code of the row rule. */
  key: string
}

export interface Serial {
  rule_code: string
  scope: string
  last_value: number
}

export interface IdempotencyKey {
  tenant_id: number
  user_id: string
  key: string
  request_hash: string
  answer: string | null
  created_at: Instant
}

export interface SysSetting {
  code: string
  value: unknown
  version: Generated<number>
  update_by: string | null
  update_time: Generated<LocalTime>
}

export interface Setting {
  name: string
  value: string
}

export interface SysOneTimeSecret {
  kind: string
  subject: string
  secret_hash: string
  data: string
  tries_left: number
  issued_at: Instant
  expires_at: Instant
}

export interface SysThirdAccount {
  source: string
  third_user_id: string
  user_id: string
  create_time: Instant
}

export interface SysPasswordHistory {
  user_id: string
  hash: string
  set_at: Instant
}

export interface SysSecondFactor {
  user_id: string
  sealed_key: string
  /** Null until a first code has shown that the person's device knows the key. */
  confirmed_at: Instant | null
  /** The newest step whose code was taken: a code works once. */
  last_step: Generated<string | number>
  create_time: Instant
}

export interface SysRecoveryCode {
  user_id: string
  code_hash: string
}

export interface SysApiKey extends Audit {
  id: string
  tenant_id: number
  user_id: string
  key_name: string
  /** Beginning of the key, for people to know it again. */
  key_hint: string
  key_hash: string
  /** Permission codes, joined by commas. */
  rights: string
  end_date: string
  /** 1 in force, 2 revoked. */
  status: Generated<string>
  last_used: LocalTime | null
}

export interface SysAnnouncement extends Audit {
  id: string
  tenant_id: number
  /** Spelt as the wire has it. */
  titile: string
  msg_content: string
  msg_abstract: string | null
  start_time: LocalTime | null
  end_time: LocalTime | null
  sender: string | null
  priority: string
  msg_category: string
  msg_type: string
  /** Ids of the named users, joined by commas; null for everybody. */
  user_ids: string | null
  /** 0 draft, 1 published, 2 withdrawn. */
  send_status: Generated<string>
  send_time: LocalTime | null
  cancel_time: LocalTime | null
  bus_type: string | null
  bus_id: string | null
  open_type: string | null
  open_page: string | null
  version: Generated<number>
  del_flag: Generated<number>
}

export interface SysAnnouncementSend {
  id: string
  annt_id: string
  user_id: string
  /** False: one of everybody, who has read it. */
  named: boolean
  read_flag: string
  read_time: LocalTime | null
}

export interface SysComment {
  id: string
  tenant_id: number
  /** Code of the form of the record. */
  table_name: string
  table_data_id: string
  from_user_id: string
  to_user_id: string | null
  comment_id: string | null
  comment_content: string
  create_by: string
  create_time: LocalTime
}

/** What somebody has typed into a form and not saved. */
export interface FormDraft {
  tenant_id: number
  user_id: string
  /** Made by the browser, one for each time that a form is opened. */
  id: string
  form: string
  /** Empty for a new record. */
  record_id: string
  /** JSON; no statement looks into it. */
  content: string
  kept_at: Date
}

/** How a list looks to a user, or to those of a role or department, or to all. */
export interface ListView {
  id: string
  tenant_id: number
  /** Code of the page on which the list stands. */
  page: string
  form: string
  user_id: Generated<string | null>
  role_id: Generated<string | null>
  depart_id: Generated<string | null>
  /** Empty for what a user set for the list itself. */
  title: Generated<string>
  settings: Json<ListSettings & Partial<QuerySettings>>
  is_default: Generated<boolean>
  version: Generated<number>
  kept_at: Date
  /** User name of whoever saved it. */
  create_by: Generated<string | null>
}

/** What a user does with a saved query. */
export interface ListViewUse {
  view_id: string
  user_id: string
  opens: Generated<boolean>
  on_home: Generated<boolean>
  subscribed: Generated<boolean>
  /** In which the user is told of records that enter. */
  language: Generated<string>
  place: Generated<number | null>
}

/** Tables of the schema `platform`, for Kysely. */
export interface Tables {
  sys_tenant: SysTenant
  sys_user: SysUser
  sys_user_tenant: SysUserTenant
  sys_user_agent: SysUserAgent
  sys_comment: SysComment
  form_draft: FormDraft
  list_view: ListView
  list_view_use: ListViewUse
  sys_role: SysRole
  sys_user_role: SysUserRole
  sys_permission: SysPermission
  sys_role_permission: SysRolePermission
  sys_permission_data_rule: SysPermissionDataRule
  sys_depart_permission: SysDepartPermission
  sys_depart_role: SysDepartRole
  sys_depart_role_permission: SysDepartRolePermission
  sys_depart_role_user: SysDepartRoleUser
  sys_depart: SysDepart
  sys_user_depart: SysUserDepart
  sys_dict: SysDict
  sys_dict_item: SysDictItem
  sys_category: SysCategory
  sys_position: SysPosition
  sys_role_index: SysRoleIndex
  sys_text: SysText
  sys_fill_rule: SysFillRule
  sys_check_rule: SysCheckRule
  sys_gateway_route: SysGatewayRoute
  sys_session: SysSession
  sys_login_failure: SysLoginFailure
  sys_one_time_secret: SysOneTimeSecret
  sys_third_account: SysThirdAccount
  sys_password_history: SysPasswordHistory
  sys_second_factor: SysSecondFactor
  sys_recovery_code: SysRecoveryCode
  sys_api_key: SysApiKey
  sys_announcement: SysAnnouncement
  sys_announcement_send: SysAnnouncementSend
  sys_log: SysLog
  operation: Operation
  operation_change: OperationChange
  document: DocumentTable
  form_table: FormTable
  form_grant: FormGrant
  serial: Serial
  idempotency_key: IdempotencyKey
  setting: Setting
  sys_setting: SysSetting
}
