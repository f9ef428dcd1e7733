import { type PlatformTable, STAMPS } from './platform-table.ts'

const DEPARTS_OF_USERS = ['sys_user_depart', 'sys_depart']

/** People, with the departments and roles that other tables give them. */
export const USER_TABLES: Readonly<Record<string, PlatformTable>> = {
  sys_user: {
    columns: {
      username: 'varchar(100)',
      realname: 'varchar(100)',
      avatar: 'varchar(255)',
      birthday: 'date',
      sex: 'integer',
      email: 'varchar(100)',
      phone: 'varchar(45)',
      telephone: 'varchar(45)',
      workNo: 'varchar(100)',
      post: 'varchar(255)',
      status: 'integer',
      orgCode: 'varchar(64)',
      userIdentity: 'integer',
      departIds: 'text',
      ...STAMPS,
    },
    scope: { by: 'members', table: 'sys_user_tenant', row: 'user_id', tenant: 'tenant_id' },
    computed: {
      selectedroles: {
        type: 'text',
        sql: `select string_agg(r.id, ',' order by r.role_code) from platform.sys_user_role ur
          join platform.sys_role r on r.id = ur.role_id where ur.user_id = sys_user.id and r.tenant_id = $1`,
        reads: ['sys_user_role', 'sys_role'],
        holders: (
          roles,
        ) => `select ur.user_id from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
          where ur.role_id = any(${roles}) and r.tenant_id = $1`,
      },
      selecteddeparts: {
        type: 'text',
        sql: departsOf('d.id'),
        reads: DEPARTS_OF_USERS,
        holders: (
          departs,
        ) => `select ud.user_id from platform.sys_user_depart ud join platform.sys_depart d on d.id = ud.dep_id
          where ud.dep_id = any(${departs}) and d.tenant_id = $1 and d.del_flag = 0`,
      },
      orgCodeTxt: { type: 'text', sql: departsOf('d.depart_name'), reads: DEPARTS_OF_USERS },
    },
    writeOnly: { password: 'text' },
    deleted: 'del_flag',
    version: 'version',
    unique: { sys_user_username: ['username'] },
    indexed: ['username', 'createTime'],
    lookup: ['id', 'username', 'realname'],
    conditions: ['del_flag', 'status', 'sex', 'org_code', 'post'],
  },
}

/** Departments of a user in the tenant, joined by commas. */
function departsOf(column: string): string {
  return `select string_agg(${column}, ',' order by d.org_code) from platform.sys_user_depart ud
    join platform.sys_depart d on d.id = ud.dep_id
    where ud.user_id = sys_user.id and d.tenant_id = $1 and d.del_flag = 0`
}
