import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { nothing } from '#schemas/api/answer.ts'
import { ok } from '#schemas/api/envelope.ts'
import {
  endOwnSessionsBody,
  endSessionsBody,
  mailKindsBody,
  ownProfileBody,
  ownProfileShape,
  userSessions,
  userSessionsQuery,
} from '#schemas/api/personal.ts'
import { fieldRefusal } from '#schemas/api/sign-in.ts'
import type { Tables } from '../../database/tables.ts'
import { badRequest, forbidden, notFound } from '../../errors.ts'
import { requestEvent } from '../../http/request-event.ts'
import { route } from '../../http/route.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { Session } from '../../permission/session.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import { said } from '../auth/routes.ts'
import { changeMailKinds, changeProfile, ownProfile, type PictureFiles } from './profile.ts'
import { registerSecondFactor, type SecondFactorRouteParts } from './second-factor-routes.ts'
import { isSecondFactorRequired, userOfTenant } from './store.ts'
import { sessionsOf } from './user-sessions.ts'

const OWN = { access: 'signedIn', ownAccount: true } as const
const SESSIONS = { access: { action: 'sessions', form: 'sys_user' } } as const

export interface PersonalParts extends Omit<SecondFactorRouteParts, 'isRequired' | 'sessions'> {
  read: Kysely<Tables>
  write: Kysely<Tables>
  sessions: SessionStore
  pictures: PictureFiles
  log: EventLog
  /** Ms. */
  now(): number
  idleMs(): number
  /** Why the session may decide nothing about a user; null where it may. */
  untouchable(session: Session, userId: string): Promise<string | null>
}

/** Calls of the page of personal settings, and of the sessions of users, which administrators end. */
export function registerPersonal(app: FastifyInstance, parts: PersonalParts): void {
  const { read, write, sessions, pictures } = parts
  route(
    app,
    'GET',
    '/sys/user/login/setting/getUserData',
    { ...OWN, answer: ownProfileShape },
    async (call) => ok(await ownProfile(read, pictures, call.session)),
  )
  route(
    app,
    'POST',
    '/sys/user/login/setting/userEdit',
    { ...OWN, body: ownProfileBody, answer: nothing, refusal: fieldRefusal },
    async ({ session, body }) => {
      const outcome = await changeProfile(write, pictures, session, body)
      // Sessions carry the name.
      if (outcome.ok) await sessions.rightsChanged()
      return said(outcome, '个人资料已保存')
    },
  )
  route(
    app,
    'POST',
    '/sys/user/mailKinds',
    { ...OWN, body: mailKindsBody, answer: nothing },
    async ({ session, body }) => {
      await changeMailKinds(write, session, body.kinds)
      return ok(null, '消息接收方式已保存')
    },
  )
  registerSessions(app, parts)
  registerSecondFactor(app, {
    ...parts,
    isRequired: (userId) => isSecondFactorRequired(read, userId),
  })
}

function registerSessions(
  app: FastifyInstance,
  { read, sessions, log, now, idleMs, untouchable }: PersonalParts,
): void {
  const listed = (userId: string, ownId: string) =>
    sessionsOf(read, userId, { ownId, now: now(), idleMs: idleMs() })

  /** A user of the session's tenant whom it may change; 404 for those of others, as for those who do not exist. */
  async function userOf(session: Session, userId: string) {
    const user = await userOfTenant(read, session.tenantId, userId)
    if (!user) throw notFound('用户不存在')
    const beyond = await untouchable(session, userId)
    if (beyond !== null) throw forbidden(beyond)
    return user
  }

  route(app, 'GET', '/sys/user/ownSessions', { ...OWN, answer: userSessions }, async ({ session }) =>
    ok(await listed(session.userId, session.id)),
  )
  route(
    app,
    'POST',
    '/sys/user/endOwnSessions',
    { ...OWN, body: endOwnSessionsBody, answer: nothing },
    async (request) => {
      const { session, body } = request
      if (body.ids?.includes(session.id)) throw badRequest('当前会话请用“退出登录”结束')
      const ended = await sessions.endOf(
        session.userId,
        body.ids ? { ids: body.ids } : { except: session.id },
        'elsewhere',
      )
      log.write({
        ...requestEvent(request),
        kind: 'signIn',
        content: `结束自己的其他会话：${ended} 个`,
        result: 'success',
      })
      return ok(null, ended > 0 ? `已退出 ${ended} 个会话` : '没有其他会话')
    },
  )

  route(
    app,
    'GET',
    '/sys/user/sessions',
    { ...SESSIONS, query: userSessionsQuery, answer: userSessions },
    async ({ session, query }) => ok(await listed((await userOf(session, query.userId)).id, session.id)),
  )
  route(
    app,
    'POST',
    '/sys/user/endSessions',
    { ...SESSIONS, body: endSessionsBody, answer: nothing },
    async (request) => {
      const { session, body } = request
      const user = await userOf(session, body.userId)
      // One's own session goes on: it is ended by signing out.
      const ended = await sessions.endOf(
        user.id,
        body.ids ? { ids: body.ids } : { except: session.id },
        'forced',
      )
      log.write({
        ...requestEvent(request),
        kind: 'signIn',
        content: `结束用户 ${user.username} 的会话：${ended} 个`,
        result: 'success',
      })
      return ok(null, ended > 0 ? `已退出 ${ended} 个会话` : '该用户没有会话')
    },
  )
}
