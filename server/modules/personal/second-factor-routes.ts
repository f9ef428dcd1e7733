import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import {
  fieldRefusal,
  recoveryCodes,
  secondFactorBeginBody,
  secondFactorBegun,
  secondFactorCodeBody,
  secondFactorState,
} from '#schemas/api/sign-in.ts'
import { AppError } from '../../errors.ts'
import { requestEvent } from '../../http/request-event.ts'
import { route } from '../../http/route.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { LoginGuard } from '../auth/login-guard.ts'
import type { OwnPassword } from '../auth/own-password.ts'
import { callerOf } from '../auth/routes.ts'
import type { SecondFactors } from '../second-factor/second-factors.ts'

/** Set up also while a role asks for it and nothing else is answered. */
const OWN = { access: 'signedIn', ownAccount: true, beforePasswordChange: true } as const
const WRONG_CODE = '验证码错误或已使用'

export interface SecondFactorRouteParts {
  secondFactors: SecondFactors
  ownPassword: Pick<OwnPassword, 'fits'>
  guard: LoginGuard
  sessions: Pick<SessionStore, 'rightsChanged' | 'endOf'>
  log: EventLog
  /** Whether a role of the session's user asks for a second factor. */
  isRequired(userId: string): Promise<boolean>
}

/** The own second factor: its state, setting it up with the password, new recovery codes, and switching it off. */
export function registerSecondFactor(app: FastifyInstance, parts: SecondFactorRouteParts): void {
  const { secondFactors, ownPassword, guard, sessions, log, isRequired } = parts
  const note = (request: FastifyRequest, content: string) =>
    log.write({ ...requestEvent(request), kind: 'signIn', content, result: 'success' })

  /** Who signed in before stays in at this place alone, as after another password: one of the others may be a stranger. */
  async function protect({ session }: FastifyRequest): Promise<void> {
    await sessions.endOf(session.userId, { except: session.id }, 'secondFactor')
    await sessions.rightsChanged()
  }

  /** Whether a code in use is right; wrong ones are limited as at the sign-in. */
  function codeFits(request: FastifyRequest, code: string): Promise<boolean> {
    const { userId } = request.session
    const subject = `second-factor ${userId}`
    return guard.inTurn(subject, request.ip, async () => {
      const wait = await guard.waitFor(subject, request.ip, 'anywhere')
      if (wait > 0)
        throw new AppError('TOO_MANY_TRIES', `验证失败次数过多，请${Math.ceil(wait / 60_000)}分钟后再试`)
      if (await secondFactors.use(userId, code)) return true
      await guard.failed(subject, request.ip)
      return false
    })
  }

  route(app, 'GET', '/sys/secondFactor', { ...OWN, answer: secondFactorState }, async ({ session }) => {
    const [enabled, required, codesLeft] = await Promise.all([
      secondFactors.has(session.userId),
      isRequired(session.userId),
      secondFactors.codesLeft(session.userId),
    ])
    return ok({ enabled, required, codesLeft })
  })

  route(
    app,
    'POST',
    '/sys/secondFactor/begin',
    { ...OWN, body: secondFactorBeginBody, answer: secondFactorBegun, refusal: fieldRefusal },
    async (request) => {
      const { session, body } = request
      if (!(await ownPassword.fits(session, body.password, callerOf(request))))
        return refused('密码错误', 500, { field: 'password' })
      if (await secondFactors.has(session.userId)) return refused('二次验证已启用')
      return ok(await secondFactors.begin(session))
    },
  )

  route(
    app,
    'POST',
    '/sys/secondFactor/confirm',
    { ...OWN, body: secondFactorCodeBody, answer: recoveryCodes, refusal: fieldRefusal },
    async (request) => {
      const codes = await secondFactors.confirm(request.session.userId, request.body.code)
      if (codes === null)
        return refused('验证码错误，请检查手机时间后输入当前的验证码', 500, { field: 'code' })
      note(request, '启用二次验证')
      await protect(request)
      return ok(codes, '二次验证已启用')
    },
  )

  route(
    app,
    'POST',
    '/sys/secondFactor/codes',
    { ...OWN, body: secondFactorCodeBody, answer: recoveryCodes, refusal: fieldRefusal },
    async (request) => {
      if (!(await codeFits(request, request.body.code))) return refused(WRONG_CODE, 500, { field: 'code' })
      note(request, '重新生成恢复码')
      const codes = await secondFactors.renewCodes(request.session.userId)
      await protect(request)
      return ok(codes, '已生成新的恢复码')
    },
  )

  route(
    app,
    'POST',
    '/sys/secondFactor/remove',
    { ...OWN, body: secondFactorCodeBody, answer: nothing, refusal: fieldRefusal },
    async (request) => {
      const { userId } = request.session
      if (await isRequired(userId)) return refused('您的角色要求使用二次验证，不能关闭')
      if (!(await codeFits(request, request.body.code))) return refused(WRONG_CODE, 500, { field: 'code' })
      await secondFactors.remove(userId)
      note(request, '关闭二次验证')
      await protect(request)
      return ok(null, '二次验证已关闭')
    },
  )
}
