import type { SignInResult } from '#schemas/api/auth.ts'
import type { OidcLoginBody, OidcOwn } from '#schemas/api/sign-in.ts'
import type { Config } from '../../config.ts'
import { OIDC_SOURCE } from '../../config-oidc.ts'
import { AppError } from '../../errors.ts'
import type { EventLog } from '../../operation/event-log.ts'
import { type Admission, type Caller, type Outcome, signInEvent } from './admission.ts'
import type { LoginGuard } from './login-guard.ts'
import type { OidcAccounts } from './oidc-accounts.ts'
import type { OidcLinks } from './oidc-links.ts'
import { isAway, type OidcAttempt, type OidcClaims, type OidcProvider } from './oidc-provider.ts'
import { longSecret, type OneTimeSecrets } from './one-time-secrets.ts'

/** How long somebody may take at the provider. */
export const OIDC_ATTEMPT_MS = 10 * 60_000
/** Long enough to sign in by password once. */
const BIND_TOKEN_MS = 10 * 60_000
/** Where the provider sends the browser back to: the sign-in page. */
const RETURN_PATH = '/user/login'

const OFF = '未启用统一认证（OIDC）登录'
const AWAY = '统一认证服务暂时无法访问，请稍后再试'
const FOREIGN = '统一认证的服务地址不属于本站'
const FAILED = '统一认证未通过，请重新登录'

/** Signing in through an OpenID Connect provider. */
export interface OidcSignIn {
  /** A new attempt. `origin` is where the browser says it is; `browser` is what it has to show when it comes back. */
  begin(origin: string | undefined): Promise<Outcome<{ url: string; browser: string; isSecure: boolean }>>
  /** The browser is back. `browser` is what it was given at the beginning. */
  signIn(body: OidcLoginBody, browser: string, caller: Caller): Promise<Outcome<SignInResult>>
  /** The page of the provider that ends the session there, and leads back to the sign-in page of `origin`; null where there is none. */
  end(origin: string | undefined): Promise<Outcome<string | null>>
  /** The browser of a user who is signed in is back: the person at the provider is linked to the own account. */
  link(body: OidcLoginBody, browser: string, userId: string): Promise<Outcome<null>>
  own(userId: string): Promise<Outcome<OidcOwn>>
  unlink(userId: string): Promise<Outcome<null>>
}

export interface OidcParts {
  config: Pick<Config, 'publicOrigins'>
  /** Null: switched off. */
  oidc: { provider: OidcProvider; accounts: OidcAccounts; links: Omit<OidcLinks, 'of' | 'ofIssuer'> } | null
  secrets: OneTimeSecrets
  guard: Pick<LoginGuard, 'waitFor' | 'failed'>
  admission: Pick<Admission, 'admit'>
  log: EventLog
  warn(message: string, reason: unknown): void
}

/** The sign-in over its parts. */
export function createOidcSignIn(parts: OidcParts): OidcSignIn {
  const { config, oidc, secrets, guard, admission, log, warn } = parts

  function unanswered(error: unknown): { ok: false; message: string } {
    warn('sign-in by OpenID Connect failed', error)
    return { ok: false, message: isAway(error) ? AWAY : FAILED }
  }

  /** The attempt that this browser began, once. */
  async function attemptOf(state: string, browser: string): Promise<Outcome<OidcAttempt>> {
    const redeemed = await secrets.redeem('oidc', state, browser)
    if (redeemed.state === 'right')
      return { ok: true, value: { ...(JSON.parse(redeemed.data) as Omit<OidcAttempt, 'state'>), state } }
    return {
      ok: false,
      message:
        redeemed.state === 'wrong'
          ? '本次登录不是由当前浏览器发起的，请重新登录'
          : '统一认证登录已失效（超时或已使用），请重新登录',
    }
  }

  async function claimsOf(
    provider: OidcProvider,
    browser: string,
    { state, code, error, iss }: OidcLoginBody,
  ): Promise<Outcome<OidcClaims>> {
    const attempt = await attemptOf(state, browser)
    if (!attempt.ok) return attempt
    if (code === undefined)
      return { ok: false, message: error === 'access_denied' ? '统一认证登录已取消' : FAILED }
    try {
      const claims = await provider.finish(attempt.value, { code, ...(iss === undefined ? {} : { iss }) })
      return { ok: true, value: claims }
    } catch (problem) {
      return unanswered(problem)
    }
  }

  /** Where the browser says that it is, which is one of ours; null for any other. */
  function ownOrigin(origin: string | undefined): string | null {
    const own = origin === undefined ? config.publicOrigins[0] : origin
    return own !== undefined && config.publicOrigins.includes(own) ? own : null
  }

  return {
    async end(origin) {
      if (oidc === null) return { ok: false, message: OFF }
      const own = ownOrigin(origin)
      if (own === null) return { ok: false, message: FOREIGN }
      try {
        return { ok: true, value: await oidc.provider.end(own + RETURN_PATH) }
      } catch (problem) {
        return unanswered(problem)
      }
    },

    async link(body, browser, userId) {
      if (oidc === null) return { ok: false, message: OFF }
      const claims = await claimsOf(oidc.provider, browser, body)
      if (!claims.ok) return claims
      const problem = await oidc.links.link(claims.value, userId)
      return problem === null ? { ok: true, value: null } : { ok: false, message: problem }
    },

    own: async (userId) =>
      oidc === null ? { ok: false, message: OFF } : { ok: true, value: await oidc.links.own(userId) },

    async unlink(userId) {
      if (oidc === null) return { ok: false, message: OFF }
      return (await oidc.links.unlink(userId))
        ? { ok: true, value: null }
        : { ok: false, message: '没有可以解除的绑定；只能通过统一认证登录的账号须先设置密码' }
    },

    async begin(origin) {
      if (oidc === null) return { ok: false, message: OFF }
      const own = ownOrigin(origin)
      if (own === null) return { ok: false, message: FOREIGN }
      try {
        const { url, attempt } = await oidc.provider.begin(own + RETURN_PATH)
        const { state, ...data } = attempt
        const browser = longSecret()
        await secrets.issue('oidc', state, browser, { ms: OIDC_ATTEMPT_MS, data: JSON.stringify(data) })
        return { ok: true, value: { url, browser, isSecure: own.startsWith('https:') } }
      } catch (problem) {
        return unanswered(problem)
      }
    },

    async signIn(body, browser, caller) {
      if (oidc === null) return { ok: false, message: OFF }
      const base = signInEvent(caller, '/sys/oidc/login')
      // Each address for itself: a wrong return of one must not close the door of all.
      const subject = `oidc ${caller.address}`
      const wait = await guard.waitFor(subject, caller.address)
      if (wait > 0)
        throw new AppError('TOO_MANY_TRIES', `登录失败次数过多，请${Math.ceil(wait / 60_000)}分钟后再试`)
      const refuse = async (message: string, username: string | null = null): Promise<Outcome<never>> => {
        // A provider that is away is no try to break in.
        if (message !== AWAY) await guard.failed(subject, caller.address)
        log.write({ ...base, username, content: `统一认证（OIDC）登录失败：${message}`, result: 'failure' })
        return { ok: false, message }
      }
      const claims = await claimsOf(oidc.provider, browser, body)
      if (!claims.ok) return refuse(claims.message)
      const found = await oidc.accounts.userOf(claims.value, base)
      if ('user' in found) return admission.admit(found.user, base)
      if ('problem' in found) return refuse(found.problem, found.username)
      const bindToken = longSecret()
      await secrets.issue('third-bind', bindToken, OIDC_SOURCE, { ms: BIND_TOKEN_MS, data: found.link })
      return {
        ok: false,
        message: '该统一认证账号尚未绑定本系统用户，请登录一次完成绑定',
        detail: { bindToken },
      }
    },
  }
}
