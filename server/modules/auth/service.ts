import type { Kysely } from 'kysely'
import type { OwnDepart, PasswordChangeBody, SignInResult, UserInfo, WireRights } from '#schemas/api/auth.ts'
import type { Tables } from '../../database/tables.ts'
import { AppError, notSignedIn } from '../../errors.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { Session } from '../../permission/session.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { LoginGuard } from './login-guard.ts'
import { wireRights } from './menu.ts'
import { hashPassword, passwordFits, passwordProblem } from './password.ts'
import { departsOf, tenantsOf, userInfo } from './user-info.ts'

/** Where a sign-in comes from. */
export interface Caller {
  address: string
  requestId: string
}

/** An expected refusal: HTTP 200, success false. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; message: string }

/** Sign-in, sign-out, and what a signed-in user may do to his own session. */
export interface AuthService {
  signIn(username: string, password: string, caller: Caller): Promise<Outcome<SignInResult>>
  signOut(token: string, session: Session, caller: Caller): Promise<void>
  rights(session: Session): Promise<WireRights>
  changePassword(session: Session, change: PasswordChangeBody, caller: Caller): Promise<Outcome<null>>
  departs(session: Session): Promise<{ list: OwnDepart[]; orgCode: string }>
  selectDepart(session: Session, orgCode: string): Promise<Outcome<{ userInfo: UserInfo }>>
}

export interface AuthParts {
  read: Kysely<Tables>
  write: Kysely<Tables>
  sessions: SessionStore
  guard: LoginGuard
  log: EventLog
  allDictItems(): Promise<SignInResult['sysAllDictItems']>
}

/** One sentence for an unknown user and a wrong password: nobody learns which accounts exist. */
const WRONG = '用户名或密码错误'

/** The service over its parts. */
export function createAuthService(parts: AuthParts): AuthService {
  const { read, write, sessions, guard, log } = parts
  const event = (caller: Caller, route: string) => ({
    kind: 'signIn' as const,
    address: caller.address,
    requestId: caller.requestId,
    route,
    method: 'POST',
  })

  async function signIn(username: string, password: string, caller: Caller): Promise<Outcome<SignInResult>> {
    const base = event(caller, '/sys/login')
    const wait = await guard.waitFor(username, caller.address)
    if (wait > 0) {
      log.write({ ...base, username, content: '登录被锁定', result: 'locked' })
      throw new AppError(429, `登录失败次数过多，请${Math.ceil(wait / 60_000)}分钟后再试`)
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
    if (user.status !== 1) {
      log.write({ ...base, username, userId: user.id, content: '已冻结用户尝试登录', result: 'refused' })
      return { ok: false, message: '该用户已冻结' }
    }
    const tenants = await tenantsOf(read, user.id)
    const tenant = tenants[0]
    if (!tenant) return { ok: false, message: '与该用户关联的租户均已被冻结，无法登录！' }
    await guard.succeeded(username)
    const token = await sessions.begin(user.id, tenant.id, caller.address)
    const departs = await departsOf(read, user.id, tenant.id)
    log.write({ ...base, username: user.username, userId: user.id, content: '登录成功', result: 'success' })
    return {
      ok: true,
      value: {
        token,
        userInfo: await userInfo(read, user.id),
        departs,
        multi_depart: departs.length === 0 ? 0 : departs.length === 1 ? 1 : 2,
        tenantList: tenants,
        sysAllDictItems: await parts.allDictItems(),
      },
    }
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
    signIn: (username, password, caller) => guard.inTurn(username, () => signIn(username, password, caller)),

    async signOut(token, session, caller) {
      await sessions.end(token)
      log.write({
        ...event(caller, '/sys/logout'),
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
        ...event(caller, '/sys/user/updatePassword'),
        username: session.username,
        userId: session.userId,
      }
      if (!(await guard.inTurn(session.username, () => oldPasswordFits(session, oldpassword, caller)))) {
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
      return { list: await departsOf(read, session.userId, session.tenantId), orgCode: session.orgCode }
    },

    async selectDepart(session, orgCode) {
      if (!session.orgCodes.includes(orgCode)) return { ok: false, message: '您不属于该部门！' }
      await sessions.chooseDepartment(session, orgCode)
      return { ok: true, value: { userInfo: await userInfo(read, session.userId) } }
    },
  }
}
