import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import {
  departPermissionBody,
  departQuery,
  departRoles,
  departRolesOfUser,
  departRolesOfUserQuery,
  departRoleUserBody,
} from '#schemas/api/depart-grant.ts'
import { ok } from '#schemas/api/envelope.ts'
import {
  permissionTreeShape,
  rolePermissionBody,
  rolePermissions,
  roleQuery,
} from '#schemas/api/role-grant.ts'
import { userPage, usersOfRoleQuery } from '#schemas/api/user.ts'
import type { Connections } from '../../database/connection.ts'
import { route } from '../../http/route.ts'
import { permissionTree } from '../role/permission-tree.ts'
import { idsOf } from '../role/routes.ts'
import { listed } from '../user/memberships.ts'
import type { UserStore } from '../user/store.ts'
import type { DepartGrants } from './depart-grants.ts'
import { rolesOfDepart, rolesOfUser } from './store.ts'

export interface DepartGrantRouteParts extends Pick<Connections, 'read'> {
  grants: DepartGrants
  users: Pick<UserStore, 'page'>
}

/** Rights to see and change what departments may do, what their roles may do, and who has these. */
const DEPART = { access: { permission: 'system:depart:grant' } } as const
const ROLE = { access: { permission: 'system:departRole:grant' } } as const
const USERS = { access: { permission: 'system:departRole:users' } } as const

/** Grants of departments and of their roles. Paths and answers are spelt as the wire has them. */
export function registerDepartGrants(
  app: FastifyInstance,
  { read, grants, users }: DepartGrantRouteParts,
): void {
  route(
    app,
    'GET',
    '/sys/permission/queryDepartPermission',
    { ...DEPART, query: departQuery, answer: rolePermissions },
    async ({ session, query }) => ok(await grants.permissions(session, query.departId)),
  )
  // As `/sys/role/queryTreeList`, for those who grant to departments only.
  route(
    app,
    'GET',
    '/sys/sysDepartPermission/queryTreeList',
    { ...DEPART, answer: permissionTreeShape },
    async () => ok(await permissionTree(read)),
  )
  route(
    app,
    'POST',
    '/sys/permission/saveDepartPermission',
    { ...DEPART, body: departPermissionBody, answer: nothing },
    async ({ session, body, id }) => {
      const change = { shown: idsOf(body.lastpermissionIds ?? ''), wanted: idsOf(body.permissionIds) }
      await grants.changePermissions(session, body.departId, change, String(id))
      return ok(null, '保存成功！')
    },
  )

  route(
    app,
    'GET',
    '/sys/sysDepartPermission/queryTreeListForDeptRole',
    { ...ROLE, query: departQuery, answer: permissionTreeShape },
    async ({ session, query }) =>
      ok(await permissionTree(read, new Set(await grants.permissions(session, query.departId)))),
  )
  route(
    app,
    'GET',
    '/sys/sysDepartPermission/queryDeptRolePermission',
    { ...ROLE, query: roleQuery, answer: rolePermissions },
    async ({ session, query }) => ok(await grants.rolePermissions(session, query.roleId)),
  )
  route(
    app,
    'POST',
    '/sys/sysDepartPermission/saveDeptRolePermission',
    { ...ROLE, body: rolePermissionBody, answer: nothing },
    async ({ session, body, id }) => {
      const change = { shown: idsOf(body.lastpermissionIds ?? ''), wanted: idsOf(body.permissionIds) }
      await grants.changeRolePermissions(session, body.roleId, change, String(id))
      return ok(null, '保存成功！')
    },
  )

  route(
    app,
    'GET',
    '/sys/sysDepartRole/getDeptRoleByUserId',
    { ...USERS, query: departRolesOfUserQuery, answer: departRolesOfUser },
    async ({ session, query: { userId, departId } }) =>
      ok(await rolesOfUser(read, session, userId, departId)),
  )
  route(
    app,
    'GET',
    '/sys/sysDepartRole/getDeptRoleList',
    { ...USERS, query: departQuery, answer: departRoles },
    async ({ session, query }) => ok(await rolesOfDepart(read, session, query.departId)),
  )
  // Ours: the users of a department role.
  route(
    app,
    'GET',
    '/sys/sysDepartRole/userList',
    { access: { action: 'list', form: 'sys_user' }, query: usersOfRoleQuery, answer: userPage },
    async ({ session, query }) => {
      const { roleId, ...rest } = query
      return ok(await users.page(session, rest, { ids: await grants.roleUsers(session, roleId) }))
    },
  )
  route(
    app,
    'POST',
    '/sys/sysDepartRole/deptRoleUserAdd',
    { ...USERS, body: departRoleUserBody, answer: nothing },
    async ({ session, body: { userId, newRoleId, oldRoleId }, id }) => {
      const change = { shown: listed(oldRoleId), wanted: listed(newRoleId) }
      await grants.changeUserRoles(session, userId, change, String(id))
      return ok(null, '添加成功！')
    },
  )
}
