import { createHash, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SignInResult } from '#schemas/api/auth.ts'
import type { PhoneLoginBody, ThirdBindBody, ThirdTicketBody } from '#schemas/api/sign-in.ts'
import type { Config } from '../../config.ts'
import type { Tables } from '../../database/tables.ts'
import { AppError, forbidden } from '../../errors.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { Session } from '../../permission/session.ts'
import { type Admission, type Caller, type Outcome, signInEvent } from './admission.ts'
import { validateCasTicket } from './cas.ts'
import type { LoginGuard } from './login-guard.ts'
import { longSecret, type OneTimeSecrets } from './one-time-secrets.ts'
import { type SmsCodes, userOfPhone } from './sms.ts'

const THIRD_TOKEN_MS = 60_000
/** Long enough to sign in by password once. */
const BIND_TOKEN_MS = 10 * 60_000

/** The ways to sign in that need no password. All of them end at the same door, lock and log. */
export interface OtherWays {
  byPhone(body: PhoneLoginBody, caller: Caller): Promise<Outcome<SignInResult>>
  byCas(ticket: string, service: string, caller: Caller): Promise<Outcome<SignInResult>>
  /** A gateway, known by its secret, vouches for a user of its own; the token is for the user's browser. */
  thirdTicket(secret: string, body: ThirdTicketBody, caller: Caller): Promise<string>
  /** Exchanges such a token. An account that is not linked yet gets a token to link it with. */
  byThirdToken(token: string, source: string, caller: Caller): Promise<Outcome<SignInResult>>
  bindThird(session: Session, body: ThirdBindBody, caller: Caller): Promise<Outcome<null>>
}

export interface OtherWaysParts {
  config: Pick<Config, 'casUrl' | 'publicOrigins' | 'thirdLoginSecrets'>
  read: Kysely<Tables>
  write: Kysely<Tables>
  codes: SmsCodes
  secrets: OneTimeSecrets
  guard: LoginGuard
  admission: Admission
  log: EventLog
  warn(message: string, reason: unknown): void
}

/** The ways over their parts. */
export function createOtherWays(parts: OtherWaysParts): OtherWays {
  const { config, read, write, codes, secrets, guard, admission, log } = parts

  /** Counted per phone and address as wrong passwords are. */
  async function refuseClosed(subject: string, caller: Caller): Promise<void> {
    const wait = await guard.waitFor(subject, caller.address)
    if (wait > 0)
      throw new AppError('TOO_MANY_TRIES', `登录失败次数过多，请${Math.ceil(wait / 60_000)}分钟后再试`)
  }

  return {
    byPhone(body, caller) {
      const subject = `phone ${body.mobile}`
      return guard.inTurn(subject, caller.address, async () => {
        await refuseClosed(subject, caller)
        const base = signInEvent(caller, '/sys/phoneLogin')
        const { state } = await codes.redeem(body.mobile, '0', body.captcha)
        const user = state === 'right' ? await userOfPhone(read, body.mobile) : null
        if (!user) {
          await guard.failed(subject, caller.address)
          log.write({ ...base, username: null, content: '手机号登录失败', result: 'failure' })
          return { ok: false, message: CODE_REFUSED[state === 'gone' ? 'gone' : 'wrong'] }
        }
        const admitted = await admission.admit(user, base)
        if (admitted.ok) await guard.succeeded(subject, caller.address)
        return admitted
      })
    },

    async byCas(ticket, service, caller) {
      const base = signInEvent(caller, '/sys/cas/client/validateLogin', 'GET')
      const { casUrl } = config
      if (casUrl === null) return { ok: false, message: '未启用统一认证（CAS）登录' }
      if (!URL.canParse(service) || !config.publicOrigins.includes(new URL(service).origin))
        return { ok: false, message: '统一认证的服务地址不属于本站' }
      await refuseClosed(`cas ${caller.address}`, caller)
      let name: string | null
      try {
        name = await validateCasTicket(casUrl, ticket, service)
      } catch (error) {
        parts.warn('the CAS server cannot be asked', error)
        return { ok: false, message: '统一认证服务暂时无法访问，请稍后再试' }
      }
      const user =
        name === null
          ? undefined
          : await read
              .selectFrom('sys_user')
              .select(['id', 'username', 'status'])
              .where((eb) => eb(eb.fn('lower', ['username']), '=', name.toLowerCase()))
              .where('del_flag', '=', 0)
              .executeTakeFirst()
      if (!user) {
        // Each address for itself: a wrong ticket of one must not close the door of all.
        await guard.failed(`cas ${caller.address}`, caller.address)
        log.write({ ...base, username: name, content: '统一认证登录失败', result: 'failure' })
        return { ok: false, message: name === null ? '统一认证未通过，请重新登录' : '该用户在本系统中不存在' }
      }
      return admission.admit(user, base)
    },

    async thirdTicket(secret, { source, thirdUserId }, caller) {
      const known = Object.hasOwn(config.thirdLoginSecrets, source)
        ? config.thirdLoginSecrets[source]
        : undefined
      if (known === undefined || !sameText(known, secret)) {
        log.write({
          ...signInEvent(caller, '/sys/thirdLogin/ticket'),
          username: null,
          content: '第三方登录密钥错误',
          result: 'refused',
        })
        throw forbidden('第三方登录未启用或密钥错误')
      }
      const token = longSecret()
      await secrets.issue('third-login', token, source, { ms: THIRD_TOKEN_MS, data: thirdUserId })
      return token
    },

    async byThirdToken(token, source, caller) {
      const base = signInEvent(caller, '/sys/thirdLogin/getLoginUser', 'GET')
      await refuseClosed(`third ${caller.address}`, caller)
      const redeemed = await secrets.redeem('third-login', token, source)
      if (redeemed.state !== 'right') {
        await guard.failed(`third ${caller.address}`, caller.address)
        log.write({ ...base, username: null, content: '第三方登录失败', result: 'failure' })
        return { ok: false, message: '第三方登录已失效，请重新发起登录' }
      }
      const user = await read
        .selectFrom('sys_third_account as t')
        .innerJoin('sys_user as u', 'u.id', 't.user_id')
        .select(['u.id', 'u.username', 'u.status'])
        .where('t.source', '=', source)
        .where('t.third_user_id', '=', redeemed.data)
        .where('u.del_flag', '=', 0)
        .executeTakeFirst()
      if (user) return admission.admit(user, base)
      const bindToken = longSecret()
      await secrets.issue('third-bind', bindToken, source, { ms: BIND_TOKEN_MS, data: redeemed.data })
      return {
        ok: false,
        message: '该第三方账号尚未绑定本系统用户，请登录一次完成绑定',
        detail: { bindToken },
      }
    },

    async bindThird(session, { token, source }, caller) {
      const redeemed = await secrets.redeem('third-bind', token, source)
      if (redeemed.state !== 'right') return { ok: false, message: '绑定已失效，请重新发起登录' }
      const bound = await write
        .insertInto('sys_third_account')
        .values({ source, third_user_id: redeemed.data, user_id: session.userId })
        .onConflict((conflict) => conflict.columns(['source', 'third_user_id']).doNothing())
        .executeTakeFirst()
      if (Number(bound.numInsertedOrUpdatedRows ?? 0) === 0)
        return { ok: false, message: '该第三方账号已绑定其他用户' }
      log.write({
        ...signInEvent(caller, '/sys/thirdLogin/bind'),
        username: session.username,
        userId: session.userId,
        content: `绑定第三方账号：${source}`,
        result: 'success',
      })
      return { ok: true, value: null }
    },
  }
}

/** What is said of a code that does not fit; the same for phones without an account. */
export const CODE_REFUSED = { wrong: '手机验证码错误', gone: '手机验证码失效，请重新获取' } as const

/** Compares hashes: the time tells neither content nor length. */
function sameText(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
