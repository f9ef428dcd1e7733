import type { FastifyInstance } from 'fastify'
import { registerAgents } from '../modules/agent/routes.ts'
import { registerDepart } from '../modules/depart/routes.ts'
import { createDeparts } from '../modules/depart/store.ts'
import { registerDepartGrants } from '../modules/depart-role/routes.ts'
import { usableForm, wireRoutes } from '../modules/online-form/index.ts'
import { permissionRows } from '../modules/permission/permission-wire.ts'
import { registerPermission } from '../modules/permission/routes.ts'
import { registerRoleGrants } from '../modules/role/routes.ts'
import { registerRoleIndex } from '../modules/role-index/routes.ts'
import { registerTenants } from '../modules/tenant/routes.ts'
import { registerAccounts } from '../modules/user/account-routes.ts'
import { registerDepartUsers } from '../modules/user/depart-user-routes.ts'
import { registerRecycleBin } from '../modules/user/recycle-bin-routes.ts'
import { registerRoleUsers } from '../modules/user/role-user-routes.ts'
import { registerUser } from '../modules/user/routes.ts'
import { createUserStore } from '../modules/user/store.ts'
import type { Forms } from './form-routes.ts'
import type { Records } from './records.ts'
import type { Services } from './services.ts'

/** Users, roles, departments, tenants, and what they may. */
export function registerPeople(
  api: FastifyInstance,
  services: Services,
  records: Records,
  forms: Forms,
): void {
  const { config, connections, documents, reader, data, sessions, passwords, deleted, myDeparts, events } =
    services
  const { read, readPool } = connections
  const { writer, actions, roleGrants, departGrants } = records
  const users = createUserStore({ documents, reader, records: data.store, read })
  registerUser(api, users)
  wireRoutes(api, '/sys/user', { document: 'sys_user', list: false, listsToo: ['listAll'] }, forms)
  registerAccounts(api, {
    read,
    writer,
    actions,
    sessions,
    passwords,
    form: (code) => documents.resolve(code),
  })
  registerRecycleBin(api, { deleted, ...forms })
  registerDepartUsers(api, { users, documents, reader, writer })
  registerRoleUsers(api, {
    users,
    writer,
    readPool,
    form: () => usableForm(documents, 'sys_user').form,
  })
  wireRoutes(api, '/sys/role', { document: 'sys_role', listsToo: ['listByTenant'] }, forms)
  registerRoleGrants(api, {
    read,
    records: data.store,
    grants: roleGrants,
    form: (code) => documents.resolve(code),
  })
  registerRoleIndex(api, forms, config.page.homePath)
  wireRoutes(api, '/sys/permission', { document: 'sys_permission', list: false, rows: permissionRows }, forms)
  registerPermission(api, { ...connections, forms })
  wireRoutes(api, '/sys/sysDepart', { document: 'sys_depart' }, forms)
  const departs = (which: 'toChoose' | 'kept') => createDeparts(documents, data.store, which)
  registerDepart(api, { all: departs('toChoose'), kept: departs('kept') }, myDeparts)
  wireRoutes(api, '/sys/sysDepartRole', { document: 'sys_depart_role' }, forms)
  registerDepartGrants(api, {
    read,
    users,
    grants: departGrants,
  })
  wireRoutes(api, '/sys/position', { document: 'sys_position' }, forms)
  wireRoutes(api, '/sys/sysUserAgent', { document: 'sys_user_agent' }, forms)
  registerAgents(api, forms)
  wireRoutes(api, '/sys/tenant', { document: 'sys_tenant', delete: false, deleteBatch: false }, forms)
  registerTenants(api, { read, readPool, sessions, describe: events.describe, ...forms })
}
