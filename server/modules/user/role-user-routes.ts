import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { nothing } from '#schemas/api/answer.ts'
import { type Done, ok, type Refused, refused } from '#schemas/api/envelope.ts'
import { addRoleUsersBody, roleUserQuery, roleUsersQuery } from '#schemas/api/members.ts'
import { userPage, usersOfRoleQuery } from '#schemas/api/user.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { notFound } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { Session } from '../../permission/session.ts'
import { contextOf, type FormWriter, firstMessage } from '../online-form/index.ts'
import { isOwnRole } from '../role/store.ts'
import { listed } from './memberships.ts'
import type { UserStore } from './store.ts'

export interface RoleUserParts {
  users: Pick<UserStore, 'page'>
  writer: Pick<FormWriter, 'act'>
  readPool: Pool
  /** The document of the users. */
  form(): CompiledForm
}

/** Right to put users into a role and to take them out. */
const MEMBERS = { access: { permission: 'system:role:users' }, answer: nothing } as const

/** Users of a role, as the wire spells the calls. What a user's own save must keep is kept here, too: it is the same change of a user. */
export function registerRoleUsers(app: FastifyInstance, parts: RoleUserParts): void {
  const { users, writer, readPool } = parts

  async function ownRole(session: Session, roleId: string): Promise<void> {
    if (!(await isOwnRole(readPool, session, roleId))) throw notFound('角色不存在')
  }

  /** Changes the roles of users: all of them, or none. */
  async function change(
    request: FastifyRequest,
    roleId: string,
    ids: readonly string[],
    how: { code: string; said: string; rolesOf(roles: readonly string[]): string[] },
  ): Promise<Done<null> | Refused<null>> {
    const form = parts.form()
    await ownRole(request.session, roleId)
    const action = { code: how.code, ids, asked: [how.code, roleId, ids], computed: async () => [] }
    const answer = await writer.act(form, action, contextOf(request), async ({ rows, set }) => {
      for (const { id, selectedroles } of rows)
        await set({ selectedroles: how.rolesOf(listed(selectedroles)).join(',') }, [String(id)])
      return ''
    })
    return answer.done ? ok(null, how.said) : refused(firstMessage(form, answer.errors))
  }
  const remove = (request: FastifyRequest, roleId: string, ids: readonly string[]) =>
    change(request, roleId, ids, {
      code: 'remove_role',
      said: '删除成功!',
      rolesOf: (roles) => roles.filter((role) => role !== roleId),
    })

  route(
    app,
    'GET',
    '/sys/user/userRoleList',
    { access: { action: 'list', form: 'sys_user' }, query: usersOfRoleQuery, answer: userPage },
    async ({ session, query }) => {
      const { roleId, ...rest } = query
      await ownRole(session, roleId)
      return ok(await users.page(session, { ...rest, selectedroles: roleId }, {}))
    },
  )
  route(app, 'POST', '/sys/user/addSysUserRole', { ...MEMBERS, body: addRoleUsersBody }, async (request) => {
    const { roleId, userIdList } = request.body
    return change(request, roleId, userIdList, {
      code: 'add_role',
      said: '添加成功!',
      rolesOf: (roles) => [...new Set([...roles, roleId])],
    })
  })
  route(app, 'DELETE', '/sys/user/deleteUserRole', { ...MEMBERS, query: roleUserQuery }, async (request) =>
    remove(request, request.query.roleId, [request.query.userId]),
  )
  route(
    app,
    'DELETE',
    '/sys/user/deleteUserRoleBatch',
    { ...MEMBERS, query: roleUsersQuery },
    async (request) => remove(request, request.query.roleId, listed(request.query.userIds)),
  )
}
