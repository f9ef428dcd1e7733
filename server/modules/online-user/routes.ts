import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { ok, pageOf, refused } from '#schemas/api/envelope.ts'
import { type ForceLogoutBody, forceLogoutBody, type OnlineUser } from '#schemas/api/sign-in.ts'
import type { Tables } from '../../database/tables.ts'
import { type FindColumn, parseListQuery } from '../../http/list-query.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { Session } from '../../permission/session.ts'
import { ID_LENGTH, type SessionStore } from '../../permission/session-store.ts'

export interface OnlineUserParts {
  read: Kysely<Tables>
  sessions: SessionStore
  log: EventLog
  /** A session without a call for so long is over. */
  idleMs: number
  now(): number
}

/** The page reads the name as it was typed; only paging is the list query's. */
const noColumns: FindColumn = () => null

/** Who is signed in, and signing somebody out. */
export function registerOnlineUser(
  app: FastifyInstance,
  { read, sessions, log, idleMs, now }: OnlineUserParts,
): void {
  const online = (session: Session, name: string) => {
    const query = read
      .selectFrom('sys_session as s')
      .innerJoin('sys_user as u', 'u.id', 's.user_id')
      // Whoever may work in the tenant is seen there, whichever of his tenants he chose.
      .where('u.id', 'in', (eb) =>
        eb.selectFrom('sys_user_tenant').select('user_id').where('tenant_id', '=', session.tenantId),
      )
      .where('s.expires_at', '>', new Date(now()))
      .where('s.seen_at', '>', new Date(now() - idleMs))
    if (name === '') return query
    const pattern = `%${name.replace(/[\\%_]/g, '\\$&')}%`
    return query.where((eb) =>
      eb.or([eb('u.username', 'ilike', pattern), eb('u.realname', 'ilike', pattern)]),
    )
  }

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
      const { total } = await online(request.session, name)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await online(request.session, name)
        .select([
          'u.id',
          'u.username',
          'u.realname',
          'u.avatar',
          'u.birthday',
          'u.sex',
          'u.phone',
          's.address',
          's.created_at',
          's.seen_at',
          sql<string>`left(s.token_hash, ${ID_LENGTH})`.as('token'),
        ])
        .orderBy('s.created_at', 'desc')
        .orderBy('s.token_hash')
        .limit(query.pageSize)
        .offset((query.pageNo - 1) * query.pageSize)
        .execute()
      const records = rows.map(
        ({ created_at, seen_at, address, ...user }): OnlineUser => ({
          ...user,
          address: address ?? '',
          signedInAt: localTime(created_at),
          seenAt: localTime(seen_at),
          isOwn: user.token === request.session.id,
        }),
      )
      return ok(pageOf(records, Number(total), query.pageNo, query.pageSize))
    },
  )

  app.post<{ Body: ForceLogoutBody }>(
    '/sys/online/forceLogout',
    { schema: { body: forceLogoutBody }, config: { access: { permission: 'system:online:forceLogout' } } },
    async (request) => {
      const { session } = request
      if (!(await sessions.endNamed(request.body.token, session.tenantId))) return refused('该用户已离线')
      log.write({
        kind: 'signIn',
        content: `强制退出会话 ${request.body.token}`,
        username: session.username,
        userId: session.userId,
        address: request.ip,
        requestId: String(request.id),
        route: '/sys/online/forceLogout',
        method: 'POST',
        result: 'success',
      })
      return ok(null, '退出登录成功！')
    },
  )
}

function localTime(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}
