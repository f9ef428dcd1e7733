import type { Kysely } from 'kysely'
import type { SignInResult } from '#schemas/api/auth.ts'
import type { SecondFactorLoginBody, SignInRefusal } from '#schemas/api/sign-in.ts'
import type { Tables } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import type { Event, EventLog } from '../../operation/event-log.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { SecondFactors } from '../second-factor/second-factors.ts'
import type { LoginGuard } from './login-guard.ts'
import { longSecret, type OneTimeSecrets } from './one-time-secrets.ts'
import { departsOf, tenantsOf, userInfo } from './user-info.ts'

/** Where a sign-in comes from. */
export interface Caller {
  address: string
  requestId: string
  /** What the browser says of itself. */
  device: string | null
}

/** An expected refusal: HTTP 200, success false. `field` is the one that the message belongs to, `detail` how a sign-in goes on. */
export type Outcome<T> =
  | { ok: true; value: T }
  | { ok: false; message: string; field?: string; detail?: SignInRefusal }

/** Somebody whose identity was proved, by whatever means. */
export interface ProvedUser {
  id: string
  username: string
  /** 1 normal, 2 frozen. */
  status: number
}

/** What the log is told of a sign-in beyond its end. */
export type SignInEvent = Pick<Event, 'kind' | 'address' | 'requestId' | 'route' | 'method'> &
  Pick<Caller, 'device'>

/** What the log is told of a call that signs somebody in or changes an account. */
export function signInEvent(
  { address, requestId, device }: Caller,
  route: string,
  method = 'POST',
): SignInEvent {
  return { kind: 'signIn', address, requestId, device, route, method }
}

/** The only door to a session: every way to sign in ends here. */
export interface Admission {
  /** A user who has a second factor is not in yet: the refusal carries what the next step is made with. */
  admit(user: ProvedUser, event: SignInEvent): Promise<Outcome<SignInResult>>
  /** The second step. */
  admitWithCode(body: SecondFactorLoginBody, caller: Caller): Promise<Outcome<SignInResult>>
}

export interface AdmissionParts {
  read: Kysely<Tables>
  sessions: SessionStore
  secrets: OneTimeSecrets
  guard: LoginGuard
  secondFactors: Pick<SecondFactors, 'has' | 'use'>
  log: EventLog
  dictionaries: { kept(): Promise<SignInResult['sysAllDictItems']>; version(): Promise<string> }
}

/** Long enough to take up a phone. */
const CODE_MS = 5 * 60_000
const TIMED_OUT = '验证已超时，请重新登录'

/** The door over its parts. */
export function createAdmission(parts: AdmissionParts): Admission {
  const { read, sessions, secrets, guard, secondFactors, log, dictionaries } = parts

  /** What a code has to be sent with: proof of the first step, for one try. */
  async function codeWanted(userId: string, message: string): Promise<Outcome<never>> {
    const secondFactor = longSecret()
    await secrets.issue('second-factor', secondFactor, secondFactor, { ms: CODE_MS, data: userId })
    return { ok: false, message, detail: { secondFactor } }
  }

  async function tryCode(userId: string, code: string, caller: Caller): Promise<Outcome<SignInResult>> {
    const base = signInEvent(caller, '/sys/secondFactor/login')
    const subject = `second-factor ${userId}`
    const wait = await guard.waitFor(subject, caller.address, 'anywhere')
    if (wait > 0)
      throw new AppError('TOO_MANY_TRIES', `验证失败次数过多，请${Math.ceil(wait / 60_000)}分钟后再试`)
    const user = await read
      .selectFrom('sys_user')
      .select(['id', 'username', 'status'])
      .where('id', '=', userId)
      .where('del_flag', '=', 0)
      .executeTakeFirst()
    if (!user) return { ok: false, message: TIMED_OUT }
    const used = await secondFactors.use(userId, code)
    const told = { ...base, username: user.username, userId }
    if (used === null) {
      await guard.failed(subject, caller.address)
      log.write({ ...told, content: '登录失败：验证码错误', result: 'failure' })
      return codeWanted(userId, '验证码错误或已使用')
    }
    await guard.succeeded(subject, caller.address)
    if (used === 'recovery') log.write({ ...told, content: '使用恢复码登录', result: 'success' })
    return enter(user, base)
  }

  async function enter(user: ProvedUser, event: SignInEvent): Promise<Outcome<SignInResult>> {
    const told = { ...event, username: user.username, userId: user.id }
    if (user.status !== 1) {
      log.write({ ...told, content: '已冻结用户尝试登录', result: 'refused' })
      return { ok: false, message: '该用户已冻结' }
    }
    const tenants = await tenantsOf(read, user.id)
    const tenant = tenants[0]
    if (!tenant) {
      log.write({ ...told, content: '租户已冻结的用户尝试登录', result: 'refused' })
      return { ok: false, message: '与该用户关联的租户均已被冻结，无法登录！' }
    }
    const departs = await departsOf(
      read,
      user.id,
      tenants.map(({ id }) => id),
    )
    // The choice is asked for when any tenant that may be chosen has more than one department.
    const most = Math.max(
      ...tenants.map(({ id }) => departs.filter(({ tenantId }) => tenantId === id).length),
    )
    // Asked for first: a change in between makes the browser ask again, and not keep old items.
    const sysDictVersion = await dictionaries.version()
    const token = await sessions.begin(user.id, tenant.id, event)
    log.write({ ...told, content: '登录成功', result: 'success' })
    return {
      ok: true,
      value: {
        token,
        userInfo: await userInfo(read, user.id, tenant.id),
        departs,
        multi_depart: most === 0 ? 0 : most === 1 ? 1 : 2,
        tenantList: tenants,
        sysAllDictItems: await dictionaries.kept(),
        sysDictVersion,
      },
    }
  }

  return {
    async admit(user, event) {
      if (user.status === 1 && (await secondFactors.has(user.id)))
        return codeWanted(user.id, '请输入动态验证码')
      return enter(user, event)
    },

    async admitWithCode({ challenge, code }, caller) {
      const redeemed = await secrets.redeem('second-factor', challenge, challenge)
      if (redeemed.state !== 'right') return { ok: false, message: TIMED_OUT }
      return guard.inTurn(`second-factor ${redeemed.data}`, caller.address, () =>
        tryCode(redeemed.data, code, caller),
      )
    },
  }
}
