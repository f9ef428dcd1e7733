import type { FastifyInstance } from 'fastify'
import { ok, pageOf, refused } from '#schemas/api/envelope.ts'
import { type ForceLogoutBody, forceLogoutBody } from '#schemas/api/sign-in.ts'
import { type FindColumn, parseListQuery } from '../../http/list-query.ts'
import { requestEvent } from '../../http/request-event.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { OnlineUserStore } from './store.ts'

export interface OnlineUserParts {
  store: OnlineUserStore
  sessions: Pick<SessionStore, 'endNamed'>
  log: EventLog
}

/** The page reads the name as it was typed; only paging is the list query's. */
const noColumns: FindColumn = () => null

/** Who is signed in, and signing somebody out. */
export function registerOnlineUser(app: FastifyInstance, { store, sessions, log }: OnlineUserParts): void {
  app.get<{ Querystring: { username?: unknown; pageNo?: unknown; pageSize?: unknown } }>(
    '/sys/online/list',
    { config: { access: { permission: 'system:online:list' } } },
    async (request) => {
      const { username = '', pageNo, pageSize } = request.query
      const query = parseListQuery(
        { ...(pageNo === undefined ? {} : { pageNo }), ...(pageSize === undefined ? {} : { pageSize }) },
        noColumns,
      )
      const name = String(username).replaceAll('*', '').slice(0, 100)
      const { records, total } = await store.list(request.session, { ...query, name })
      return ok(pageOf(records, total, query.pageNo, query.pageSize))
    },
  )

  app.post<{ Body: ForceLogoutBody }>(
    '/sys/online/forceLogout',
    { schema: { body: forceLogoutBody }, config: { access: { permission: 'system:online:forceLogout' } } },
    async (request) => {
      const { token } = request.body
      if (!(await sessions.endNamed(token, request.session.tenantId))) return refused('该用户已离线')
      log.write({
        ...requestEvent(request, '/sys/online/forceLogout'),
        kind: 'signIn',
        content: `强制退出会话 ${token}`,
        result: 'success',
      })
      return ok(null, '退出登录成功！')
    },
  )
}
