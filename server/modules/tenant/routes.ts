import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { nothing } from '#schemas/api/answer.ts'
import { ok, pageOf, refused } from '#schemas/api/envelope.ts'
import {
  memberTenants,
  ownTenants,
  tenantAdministratorBody,
  tenantDeleteQuery,
  tenantJoinQuery,
  tenantLeaveQuery,
  tenantList,
  tenantListQuery,
  tenantMembers,
  tenantMembersQuery,
} from '#schemas/api/tenant.ts'
import type { Tables } from '../../database/tables.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { parseListQuery } from '../../http/list-query.ts'
import { route } from '../../http/route.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import { tenantsOf } from '../auth/user-info.ts'
import type { Documents } from '../document/documents.ts'
import {
  contextOf,
  type FormWriter,
  firstMessage,
  Refused,
  type Step,
  usableForm,
} from '../online-form/index.ts'
import { GRANTED, grantSentence } from '../role/grant-names.ts'
import { tellRights } from '../role/role-rules.ts'
import { isWithoutAdministrator } from '../user/memberships.ts'
import {
  addMembers,
  beyondLimit,
  removeMembers,
  setAdministrator,
  usedTenants,
} from '../user/tenant-members.ts'
import { listMembers, listTenants, marksOf, recordMembers, usersCalled } from './store.ts'
import { ALL_USED } from './tenant-rules.ts'

export interface TenantRouteParts {
  read: Kysely<Tables>
  readPool: Pool
  documents: Pick<Documents, 'entry' | 'resolve'>
  /** Says in the log what a request changed. */
  describe(requestId: string, content: string): void
  writer: Pick<FormWriter, 'act' | 'remove'>
  sessions: Pick<SessionStore, 'forgetRights'>
}

const DOCUMENT = 'sys_tenant'
const access = (action: string) => ({ access: { action, form: DOCUMENT } })

/** Calls for tenants beyond those of their document: members, deletion of those that nobody uses, the own ones. */
export function registerTenants(app: FastifyInstance, parts: TenantRouteParts): void {
  const { read } = parts
  registerMembers(app, parts)
  registerDeletion(app, parts)

  route(
    app,
    'GET',
    '/sys/tenant/queryList',
    { ...access('list'), query: tenantListQuery, answer: tenantList },
    async ({ query }) => ok(await listTenants(read, query.ids ? numbersOf(query.ids) : null)),
  )

  route(
    app,
    'GET',
    '/sys/tenant/getCurrentUserTenant',
    { access: 'signedIn', answer: ownTenants },
    async ({ session }) => ok({ list: await tenantsOf(read, session.userId) }),
  )
  // Tenants are not applied for here: whoever belongs to one has the status of a member.
  route(
    app,
    'GET',
    '/sys/tenant/getTenantListByUserId',
    { access: 'signedIn', answer: memberTenants },
    async ({ session }) =>
      ok(
        (await tenantsOf(read, session.userId)).map(({ id, name }) => ({
          id: String(id),
          tenantUserId: String(id),
          name,
          userTenantStatus: '1',
        })),
      ),
  )
}

/** Who belongs to a tenant, and who administers it. */
function registerMembers(
  app: FastifyInstance,
  { read, documents, writer, sessions, describe }: TenantRouteParts,
): void {
  route(
    app,
    'GET',
    '/sys/tenant/getTenantUserList',
    { ...access('members'), query: tenantMembersQuery, answer: tenantMembers },
    async ({ query: { userTenantId, username = '', ...paging } }) => {
      const { pageNo, pageSize } = parseListQuery(paging, () => null)
      const { rows, total } = await listMembers(read, Number(userTenantId), username, { pageNo, pageSize })
      return ok(pageOf(rows, total, pageNo, pageSize))
    },
  )

  /** Changes the members of tenants as one entry of the log; a tenant keeps somebody who administers it. */
  async function changed(
    request: FastifyRequest,
    tenantIds: readonly number[],
    userIds: readonly string[],
    asked: unknown,
    message: string,
    work: (client: PoolClient, tenantId: number, step: Step) => Promise<void>,
  ) {
    const { form } = usableForm(documents, DOCUMENT)
    const ids = tenantIds.map(String)
    const action = { code: 'members', ids, asked: ['members', request.url, asked], computed: async () => [] }
    const told: string[] = []
    const answer = await writer.act(form, action, contextOf(request), async ({ step }) => {
      for (const tenantId of tenantIds) {
        const before = await marksOf(step.client, tenantId, userIds)
        await work(step.client, tenantId, step)
        const after = await marksOf(step.client, tenantId, userIds)
        await recordMembers(step.client, step, tenantId, before, after)
        told.push(
          await grantSentence(
            step.client,
            documents,
            { table: GRANTED.tenantMembers, holderId: String(tenantId), of: {} },
            before,
            after,
          ),
        )
        const fault = await beyondLimit(step.client, tenantId)
        if (fault) throw new Refused([{ field: '', message: fault }])
      }
      await tellRights(step, sessions)
      return ''
    })
    if (!answer.done) return refused(firstMessage(form, answer.errors))
    // A save that came twice does nothing the second time.
    if (told.length > 0) describe(String(request.id), told.join('；'))
    return ok(null, message)
  }

  route(
    app,
    'PUT',
    '/sys/tenant/invitationUserJoin',
    { ...access('members'), query: tenantJoinQuery, answer: nothing },
    async (request) => {
      const { ids, username, phone } = request.query
      if (!username && !phone) throw badRequest('参数不识别！')
      const found = await usersCalled(read, {
        ...(username ? { username } : {}),
        ...(phone ? { phone } : {}),
      })
      const [user, another] = found
      if (!user) return refused('用户不存在')
      if (another) return refused('该手机号码对应多名用户，请按账号邀请')
      return changed(request, numbersOf(ids), [user.id], [ids, user.id], '邀请成功', (client, tenantId) =>
        addMembers(client, tenantId, [user.id]),
      )
    },
  )

  route(
    app,
    'PUT',
    '/sys/tenant/leaveTenant',
    { ...access('members'), query: tenantLeaveQuery, answer: nothing },
    async (request) => {
      const { tenantId, userIds } = request.query
      const users = userIds.split(',').filter(Boolean)
      if (users.includes(request.session.userId) && Number(tenantId) === request.session.tenantId)
        return refused('不能将自己移出当前租户')
      return changed(request, [Number(tenantId)], users, userIds, '移出成功', async (client, id) => {
        await removeMembers(client, id, users)
        await keepAdministrator(client, id)
      })
    },
  )

  route(
    app,
    'PUT',
    '/sys/tenant/administrator',
    { ...access('members'), body: tenantAdministratorBody, answer: nothing },
    async (request) => {
      if (request.session.only) throw forbidden('接口密钥不能用于此操作')
      const { tenantId, userId, isAdmin } = request.body
      return changed(request, [tenantId], [userId], request.body, '操作成功!', async (client, id) => {
        if ((await marksOf(client, id, [userId])).length === 0)
          throw new Refused([{ field: '', message: '该用户不是此租户的成员' }])
        await setAdministrator(client, id, userId, isAdmin)
        if (!isAdmin) await keepAdministrator(client, id)
      })
    },
  )
}

/** Deletes those that nobody uses, and says whether some were left. */
function registerDeletion(app: FastifyInstance, { documents, writer, readPool }: TenantRouteParts): void {
  for (const name of ['delete', 'deleteBatch'])
    route(
      app,
      'DELETE',
      `/sys/tenant/${name}`,
      { ...access('delete'), query: tenantDeleteQuery, answer: nothing },
      async (request) => {
        const ids = numbersOf(request.query.ids ?? request.query.id ?? '')
        // A pool asks as a connection does.
        const used = await usedTenants(readPool, ids, request.session.userId)
        const unused = ids.filter((id) => !used.has(id))
        if (unused.length === 0) return refused(ALL_USED)
        const { form } = usableForm(documents, DOCUMENT)
        await writer.remove(form, unused.map(String), contextOf(request))
        return ok(null, used.size > 0 ? '部分删除成功！（被引用的租户无法删除）' : '删除成功！')
      },
    )
}

async function keepAdministrator(client: PoolClient, tenantId: number): Promise<void> {
  if (await isWithoutAdministrator(client, tenantId))
    throw new Refused([{ field: '', message: '至少保留一名可用的管理员' }])
}

function numbersOf(text: string): number[] {
  const numbers = text.split(',').filter((one) => /^\d{1,9}$/.test(one))
  if (numbers.length === 0) throw badRequest('参数不识别！')
  return [...new Set(numbers.map(Number))]
}
