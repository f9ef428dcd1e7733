import { CONNECTED_SYSTEMS } from './connected-systems.ts'
import { PERMISSION_TABLES } from './permission-tables.ts'
import { OF_TENANT, type PlatformTable, SHARED, STAMPS } from './platform-table.ts'
import {
  ACCOUNT_TABLES,
  BACKUP_TABLES,
  FILE_TABLES,
  JOB_TABLES,
  MESSAGE_TABLES,
} from './platform-table-groups.ts'
import { USER_TABLES } from './user-tables.ts'

/** Whether a line of the log tells of changes of rights that its action can take back. */
const UNDOABLE = `select case when bool_and(c.before is not null and c.after is not null and case c.table_name
      when 'sys_user' then (c.before->>'selectedroles', c.before->>'selecteddeparts', c.before->>'departIds', c.before->>'userIdentity', c.before->>'status')
        is distinct from (c.after->>'selectedroles', c.after->>'selecteddeparts', c.after->>'departIds', c.after->>'userIdentity', c.after->>'status')
      when 'sys_permission' then (c.before->>'perms', c.before->>'formCode', c.before->>'status')
        is distinct from (c.after->>'perms', c.after->>'formCode', c.after->>'status')
      else c.table_name in ('sys_role_permission', 'sys_role_data_rule', 'form_grant', 'sys_depart_permission',
        'sys_depart_role_permission', 'sys_depart_role_user', 'sys_permission_data_rule') end) then 'Y' end
  from platform.operation o join platform.operation_change c on c.operation_id = o.id
  where o.request_id = sys_log.request_id and o.tenant_id = sys_log.tenant_id and o.username = sys_log.username`

/** Tables of the platform that documents and dictionaries may name. Passwords, sessions and grants are not among them. */
export const PLATFORM_TABLES: Readonly<Record<string, PlatformTable>> = {
  ...USER_TABLES,
  sys_role: {
    columns: {
      roleName: 'varchar(200)',
      roleCode: 'varchar(100)',
      description: 'varchar(255)',
      secondFactor: 'integer',
      ...STAMPS,
    },
    scope: OF_TENANT,
    version: 'version',
    unique: { sys_role_tenant_id_role_code_key: ['roleCode'] },
    lookup: ['id', 'role_name', 'role_code'],
  },
  sys_depart: {
    columns: {
      parentId: 'varchar(36)',
      departName: 'varchar(100)',
      departOrder: 'integer',
      orgCategory: 'varchar(10)',
      orgType: 'varchar(10)',
      orgCode: 'varchar(64)',
      mobile: 'varchar(32)',
      address: 'varchar(255)',
      memo: 'varchar(500)',
      status: 'varchar(2)',
      ...STAMPS,
    },
    scope: OF_TENANT,
    deleted: 'del_flag',
    version: 'version',
    unique: { sys_depart_tenant_id_org_code_key: ['orgCode'] },
    keptWith: { rights: 'system:depart', orgCode: 'orgCode' },
    lookup: ['id', 'depart_name', 'org_code', 'parent_id'],
    conditions: ['del_flag', 'status', 'org_category', 'org_type'],
  },
  ...PERMISSION_TABLES,
  sys_position: {
    columns: {
      code: 'varchar(100)',
      name: 'varchar(100)',
      postRank: 'varchar(2)',
      companyId: 'varchar(255)',
      ...STAMPS,
    },
    scope: OF_TENANT,
    version: 'version',
    unique: { sys_position_tenant_id_code_key: ['code'] },
    lookup: ['id', 'name', 'code'],
  },
  sys_category: {
    columns: {
      pid: 'varchar(36)',
      name: 'varchar(100)',
      code: 'varchar(100)',
      hasChild: 'varchar(3)',
      ...STAMPS,
    },
    scope: OF_TENANT,
    version: 'version',
    unique: { sys_category_tenant_id_code_key: ['code'] },
    lookup: ['id', 'name', 'code', 'pid', 'has_child'],
  },
  sys_dict: {
    columns: {
      dictName: 'varchar(100)',
      dictCode: 'varchar(100)',
      description: 'varchar(255)',
      type: 'integer',
      ...STAMPS,
    },
    scope: SHARED,
    deleted: 'del_flag',
    version: 'version',
    unique: { sys_dict_dict_code_key: ['dictCode'] },
    lookup: ['id', 'dict_name', 'dict_code'],
  },
  sys_dict_item: {
    columns: {
      dictId: 'varchar(36)',
      itemText: 'varchar(100)',
      itemValue: 'varchar(100)',
      itemColor: 'varchar(40)',
      description: 'varchar(255)',
      sortOrder: 'integer',
      status: 'integer',
      ...STAMPS,
    },
    scope: SHARED,
    version: 'version',
    unique: { sys_dict_item_dict_id_item_value_key: ['dictId', 'itemValue'] },
  },
  sys_fill_rule: {
    columns: {
      ruleName: 'varchar(100)',
      ruleCode: 'varchar(100)',
      ruleClass: 'varchar(100)',
      ruleParams: 'text',
      ...STAMPS,
    },
    scope: SHARED,
    version: 'version',
    unique: { sys_fill_rule_rule_code_key: ['ruleCode'] },
  },
  sys_check_rule: {
    columns: {
      ruleName: 'varchar(100)',
      ruleCode: 'varchar(100)',
      ruleJson: 'text',
      ruleDescription: 'text',
      ...STAMPS,
    },
    scope: SHARED,
    version: 'version',
    unique: { sys_check_rule_rule_code_key: ['ruleCode'] },
  },
  ...CONNECTED_SYSTEMS,
  sys_announcement: {
    columns: {
      // The wire's spelling.
      titile: 'varchar(100)',
      msgContent: 'text',
      msgAbstract: 'varchar(500)',
      startTime: 'timestamp(0)',
      endTime: 'timestamp(0)',
      sender: 'varchar(100)',
      priority: 'varchar(1)',
      msgCategory: 'varchar(1)',
      msgType: 'varchar(4)',
      userIds: 'text',
      sendStatus: 'varchar(1)',
      sendTime: 'timestamp(0)',
      cancelTime: 'timestamp(0)',
      busType: 'varchar(50)',
      busId: 'varchar(64)',
      openType: 'varchar(20)',
      openPage: 'varchar(255)',
      ...STAMPS,
    },
    scope: OF_TENANT,
    // Sent is sent: the message stays with the receivers that are left.
    recorded: ['userIds', 'sender'],
    deleted: 'del_flag',
    version: 'version',
  },
  sys_log: {
    columns: {
      logType: 'integer',
      operateType: 'integer',
      logContent: 'varchar(1000)',
      userid: 'varchar(100)',
      username: 'varchar(100)',
      ip: 'varchar(64)',
      method: 'varchar(200)',
      requestUrl: 'varchar(500)',
      requestType: 'varchar(10)',
      requestParam: 'text',
      result: 'varchar(200)',
      requestId: 'varchar(64)',
      costTime: 'integer',
      createTime: 'timestamp(0)',
    },
    scope: OF_TENANT,
    computed: { undoable: { type: 'varchar(1)', sql: UNDOABLE } },
    version: 'version',
    journal: { time: 'createTime', found: ['logType', 'username', 'ip'] },
    indexed: ['createTime'],
  },
  operation_change: {
    columns: { action: 'varchar(40)', createBy: 'varchar(100)', createTime: 'timestamp(0)' },
    scope: OF_TENANT,
    // The wire's names of the data log.
    computed: {
      dataTable: { type: 'varchar(63)', sql: 'operation_change.table_name' },
      dataId: { type: 'varchar(36)', sql: 'operation_change.record_id' },
      dataVersion: { type: 'integer', sql: 'operation_change.version' },
    },
    version: 'version',
    journal: { time: 'createTime', found: ['dataTable', 'dataId'] },
    indexed: ['createTime'],
  },
  sys_user_agent: {
    columns: {
      userName: 'varchar(100)',
      agentUserName: 'varchar(100)',
      startTime: 'timestamp(0)',
      endTime: 'timestamp(0)',
      status: 'varchar(2)',
      ...STAMPS,
    },
    scope: OF_TENANT,
    version: 'version',
  },
  sys_role_index: {
    columns: {
      relationType: 'varchar(10)',
      roleCode: 'varchar(100)',
      userName: 'varchar(100)',
      url: 'varchar(255)',
      component: 'varchar(255)',
      isRoute: 'integer',
      priority: 'integer',
      status: 'varchar(2)',
      ...STAMPS,
    },
    scope: OF_TENANT,
    version: 'version',
    unique: { sys_role_index_whose: ['relationType', 'roleCode', 'userName'] },
  },
  ...ACCOUNT_TABLES,
  ...BACKUP_TABLES,
  ...FILE_TABLES,
  ...JOB_TABLES,
  ...MESSAGE_TABLES,
  sys_tenant: {
    key: 'integer',
    columns: {
      name: 'varchar(100)',
      status: 'integer',
      beginDate: 'timestamp(0)',
      endDate: 'timestamp(0)',
      memberLimit: 'integer',
      ...STAMPS,
    },
    scope: { by: 'platform' },
    // The key is typed by who adds a tenant: a behaviour makes it of this.
    computed: { tenantNo: { type: 'integer', sql: 'sys_tenant.id', own: true } },
    version: 'version',
  },
}

/** Tables whose rows a document may keep, with the SQL types of their columns: they count the saves of a row. */
export const KEPT_TABLES: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries(PLATFORM_TABLES).flatMap(([name, { columns, computed, writeOnly, version }]) =>
    version ? [[name, { ...columns, ...computedTypes(computed), ...writeOnly }] as const] : [],
  ),
)

function computedTypes(computed: PlatformTable['computed']): Record<string, string> {
  return Object.fromEntries(Object.entries(computed ?? {}).map(([name, { type }]) => [name, type]))
}

/** The description of a table, however a document spells it (old ones write SYS_CATEGORY); null for any other. */
export function platformTable(name: string): PlatformTable | null {
  const known = name.toLowerCase()
  return Object.hasOwn(PLATFORM_TABLES, known) ? (PLATFORM_TABLES[known] ?? null) : null
}

/** Column behind a name of the wire. */
export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
