import { OF_TENANT, type PlatformTable, SHARED, STAMPS } from './platform-table.ts'

/** Something counted over an entry of the menu and everything below it: what goes when it is deleted. */
const countedBelow = (counted: string) => `with recursive below(id) as (
    select sys_permission.id
    union select c.id from platform.sys_permission c join below b on c.parent_id = b.id where c.del_flag = 0)
  select ${counted}`

/** Entries of the menu, their data rules, and the roles of departments. */
export const PERMISSION_TABLES: Readonly<Record<string, PlatformTable>> = {
  sys_permission: {
    columns: {
      parentId: 'varchar(36)',
      name: 'varchar(100)',
      url: 'varchar(255)',
      component: 'varchar(255)',
      componentName: 'varchar(255)',
      redirect: 'varchar(255)',
      menuType: 'integer',
      perms: 'varchar(255)',
      permsType: 'varchar(10)',
      sortNo: 'double precision',
      alwaysShow: 'integer',
      icon: 'varchar(255)',
      isRoute: 'integer',
      isLeaf: 'integer',
      keepAlive: 'integer',
      hidden: 'integer',
      hideTab: 'integer',
      description: 'varchar(255)',
      status: 'varchar(2)',
      ruleFlag: 'integer',
      internalOrExternal: 'integer',
      formCode: 'varchar(63)',
      ...STAMPS,
    },
    scope: SHARED,
    computed: {
      entriesBelow: { type: 'integer', sql: countedBelow('count(*)::int - 1 from below') },
      rolesGranted: {
        type: 'integer',
        sql: countedBelow(
          `count(distinct rp.role_id)::int from platform.sys_role_permission rp join below on below.id = rp.permission_id`,
        ),
      },
      rulesHeld: {
        type: 'integer',
        sql: countedBelow(
          'count(*)::int from platform.sys_permission_data_rule r join below on below.id = r.permission_id',
        ),
      },
      // Sent by whoever changes the address of a page knowing what follows; never kept.
      urlConfirmed: { type: 'varchar(1)', sql: "'N'" },
    },
    deleted: 'del_flag',
    version: 'version',
    lookup: ['id', 'name', 'parent_id', 'url'],
    conditions: ['del_flag', 'menu_type'],
  },
  sys_permission_data_rule: {
    columns: {
      permissionId: 'varchar(36)',
      ruleName: 'varchar(50)',
      ruleColumn: 'varchar(63)',
      ruleConditions: 'varchar(50)',
      ruleValue: 'text',
      status: 'varchar(2)',
      ...STAMPS,
    },
    scope: SHARED,
    version: 'version',
  },
  sys_depart_role: {
    columns: {
      departId: 'varchar(36)',
      roleName: 'varchar(200)',
      roleCode: 'varchar(100)',
      description: 'varchar(255)',
      ...STAMPS,
    },
    scope: OF_TENANT,
    version: 'version',
    computed: {
      orgCode: {
        type: 'varchar(64)',
        sql: 'select d.org_code from platform.sys_depart d where d.id = sys_depart_role.depart_id',
        reads: ['sys_depart'],
      },
    },
    unique: { sys_depart_role_tenant_id_role_code_key: ['roleCode'] },
    keptWith: { rights: 'system:departRole', orgCode: 'orgCode' },
  },
}
