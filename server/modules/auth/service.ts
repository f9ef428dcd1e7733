import type { Kysely } from 'kysely'
import type {
  LoginBody,
  OwnDepart,
  PasswordChangeBody,
  SignInResult,
  UserInfo,
  WireRights,
} from '#schemas/api/auth.ts'
import type { SliderDemand, SliderProof } from '#schemas/api/sign-in.ts'
import type { Tables } from '../../database/tables.ts'
import { AppError, notSignedIn } from '../../errors.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { Session } from '../../permission/session.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import { type Admission, type Caller, type Outcome, signInEvent } from './admission.ts'
import type { LoginGuard } from './login-guard.ts'
import { wireRights } from './menu.ts'
import { hashPassword, passwordFits, passwordProblem } from './password.ts'
import type { Sliders } from './slider.ts'
import { departsOf, tenantsOf, userInfo } from './user-info.ts'

/** Sign-in, sign-out, and what a signed-in user may do to his own session. */
export interface AuthService {
  signIn(body: LoginBody, caller: Caller): Promise<Outcome<SignInResult>>
  signOut(token: string, session: Session, caller: Caller): Promise<void>
  rights(session: Session): Promise<WireRights>
  changePassword(session: Session, change: PasswordChangeBody, caller: Caller): Promise<Outcome<null>>
  departs(session: Session): Promise<{ list: OwnDepart[]; orgCode: string }>
  /** Chooses the tenant that the session works in. */
  selectTenant(token: string, session: Session, tenantId: number): Promise<Outcome<{ departs: OwnDepart[] }>>
  selectDepart(session: Session, orgCode: string): Promise<Outcome<{ userInfo: UserInfo }>>
}

export interface AuthParts {
  read: Kysely<Tables>
  write: Kysely<Tables>
  sessions: SessionStore
  guard: LoginGuard
  log: EventLog
  admission: Admission
  sliders: Sliders
}

/** One sentence for an unknown user and a wrong password: nobody learns which accounts exist. */
const WRONG = '用户名或密码错误'

/** The service over its parts. */
export function createAuthService(parts: AuthParts): AuthService {
  const { read, write, sessions, guard, log, admission, sliders } = parts

  async function opened(username: string, slider: SliderProof | undefined, caller: Caller): Promise<boolean> {
    if (!slider || !(await guard.opensBySlider(username, caller.address))) return false
    return sliders.solved(username, slider)
  }

  /** The refusal, with a slider to open the door by where that is still possible. */
  async function closedDoor(username: string, caller: Caller, wait: number): Promise<AppError> {
    const minutes = Math.ceil(wait / 60_000)
    if (!(await guard.opensBySlider(username, caller.address)))
      return new AppError(429, `登录失败次数过多，请${minutes}分钟后再试`)
    const demand: SliderDemand = { challenge: await sliders.demand(username) }
    return new AppError(429, `登录失败次数过多，请完成滑块验证，或${minutes}分钟后再试`, demand)
  }

  async function signIn(
    username: string,
    password: string,
    slider: SliderProof | undefined,
    caller: Caller,
  ): Promise<Outcome<SignInResult>> {
    const base = signInEvent(caller, '/sys/login')
    const wait = await guard.waitFor(username, caller.address)
    if (wait > 0 && !(await opened(username, slider, caller))) {
      log.write({ ...base, username, content: '登录被锁定', result: 'locked' })
      throw await closedDoor(username, caller, wait)
    }
    const user = await read
      .selectFrom('sys_user')
      .select(['id', 'password', 'status', 'username'])
      .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
      .where('del_flag', '=', 0)
      .executeTakeFirst()
    if (!(await passwordFits(user?.password ?? null, password)) || !user) {
      const locked = await guard.failed(username, caller.address)
      log.write({
        ...base,
        username,
        content: locked ? '登录失败，账号已锁定' : '登录失败',
        result: 'failure',
      })
      return { ok: false, message: WRONG }
    }
    const admitted = await admission.admit(user, base)
    if (admitted.ok) await guard.succeeded(username)
    return admitted
  }

  async function oldPasswordFits(session: Session, password: string, caller: Caller): Promise<boolean> {
    const wait = await guard.waitFor(session.username, caller.address)
    if (wait > 0) throw new AppError(429, `尝试次数过多，请${Math.ceil(wait / 60_000)}分钟后再试`)
    const user = await read
      .selectFrom('sys_user')
      .select('password')
      .where('id', '=', session.userId)
      .executeTakeFirst()
    if (await passwordFits(user?.password ?? null, password)) return true
    await guard.failed(session.username, caller.address)
    return false
  }

  return {
    signIn: ({ username, password, slider }, caller) =>
      guard.inTurn(username, caller.address, () => signIn(username, password, slider, caller)),

    async signOut(token, session, caller) {
      await sessions.end(token)
      log.write({
        ...signInEvent(caller, '/sys/logout'),
        username: session.username,
        userId: session.userId,
        content: '退出登录',
        result: 'success',
      })
    },

    async rights(session) {
      const rights = await sessions.rights(session)
      if (!rights) throw notSignedIn()
      return wireRights(read, rights)
    },

    async changePassword(session, change, caller) {
      const { oldpassword = '', password = '', confirmpassword = '' } = change
      if (change.username !== undefined && change.username !== session.username)
        return { ok: false, message: '只允许修改自己的密码！' }
      if (password === '') return { ok: false, message: '新密码不允许为空!' }
      if (password !== confirmpassword) return { ok: false, message: '两次输入密码不一致!' }
      const base = {
        ...signInEvent(caller, '/sys/user/updatePassword'),
        username: session.username,
        userId: session.userId,
      }
      if (
        !(await guard.inTurn(session.username, caller.address, () =>
          oldPasswordFits(session, oldpassword, caller),
        ))
      ) {
        log.write({ ...base, content: '修改密码：旧密码错误', result: 'failure' })
        return { ok: false, message: '旧密码输入错误!' }
      }
      const problem = await passwordProblem(password, session.username)
      if (problem) return { ok: false, message: problem }
      await write
        .updateTable('sys_user')
        .set({ password: await hashPassword(password), must_change_password: false })
        .where('id', '=', session.userId)
        .execute()
      await sessions.endAll(session.userId)
      log.write({ ...base, content: '修改密码', result: 'success' })
      return { ok: true, value: null }
    },

    async departs(session) {
      return { list: await departsOf(read, session.userId, [session.tenantId]), orgCode: session.orgCode }
    },

    async selectTenant(token, session, tenantId) {
      const tenants = await tenantsOf(read, session.userId)
      if (!tenants.some(({ id }) => id === tenantId)) return { ok: false, message: '您不属于该租户！' }
      await sessions.chooseTenant(token, tenantId)
      return { ok: true, value: { departs: await departsOf(read, session.userId, [tenantId]) } }
    },

    async selectDepart(session, orgCode) {
      if (!session.orgCodes.includes(orgCode)) return { ok: false, message: '您不属于该部门！' }
      await sessions.chooseDepartment(session, orgCode)
      return { ok: true, value: { userInfo: await userInfo(read, session.userId, session.tenantId) } }
    },
  }
}
