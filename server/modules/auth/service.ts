import type { Kysely } from 'kysely'
import type { DepartsBefore, LoginBody, PasswordChangeBody, SignInResult } from '#schemas/api/auth.ts'
import type { SliderDemand } from '#schemas/api/sign-in.ts'
import type { Tables } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { Session } from '../../permission/session.ts'
import { type Admission, type Caller, type Outcome, type ProvedUser, signInEvent } from './admission.ts'
import type { Captchas } from './captcha.ts'
import type { LoginGuard } from './login-guard.ts'
import type { NewPasswords } from './new-passwords.ts'
import { createOwnAccount, type OwnAccount, type OwnAccountParts } from './own-account.ts'
import type { OwnPassword } from './own-password.ts'
import { passwordFits } from './password.ts'
import type { Sliders } from './slider.ts'
import { departsToChoose, userInfo } from './user-info.ts'

/** Sign-in, sign-out, and what a signed-in user may do to their own session. */
export interface AuthService extends OwnAccount {
  signIn(body: LoginBody, caller: Caller, proof?: CaptchaProof): Promise<Outcome<SignInResult>>
  /** The departments among which somebody may choose while signing in; asked with the password. */
  departsBefore(body: LoginBody, caller: Caller): Promise<Outcome<DepartsBefore>>
  signOut(token: string, session: Session, caller: Caller): Promise<void>
  changePassword(session: Session, change: PasswordChangeBody, caller: Caller): Promise<Outcome<null>>
}

/** Of a client that shows captcha pictures instead of sliders: whether every sign-in needs one. */
export interface CaptchaProof {
  always: boolean
}

export interface AuthParts extends OwnAccountParts {
  write: Kysely<Tables>
  guard: LoginGuard
  log: EventLog
  admission: Admission
  sliders: Sliders
  captchas: Captchas
  passwords: NewPasswords
  ownPassword: OwnPassword
}

/** One sentence for an unknown user and a wrong password: the answer does not tell which accounts exist. */
const WRONG = '用户名或密码错误'

/** The service over its parts. */
export function createAuthService(parts: AuthParts): AuthService {
  const { read, write, sessions, guard, log, admission, sliders, captchas, passwords, ownPassword } = parts

  /** The refusal, with a slider to make the next try with. */
  async function sliderWanted(username: string): Promise<AppError> {
    const demand: SliderDemand = { challenge: await sliders.demand(username) }
    return new AppError('TOO_MANY_TRIES', '登录失败次数过多，请完成滑块验证', demand)
  }

  /** The user of a name and password. Whoever failed too often has to solve something first. */
  async function proved(
    { username, password }: LoginBody,
    caller: Caller,
    route: string,
    { isSolved, byCaptcha }: { isSolved: boolean; byCaptcha: boolean },
  ): Promise<Outcome<ProvedUser>> {
    const base = signInEvent(caller, route)
    if (!isSolved && (await guard.needsSlider(username, caller.address))) {
      log.write({ ...base, username, content: '登录需要滑块验证', result: 'locked' })
      if (byCaptcha) throw new AppError('WRONG_CAPTCHA', '登录失败次数过多，请输入正确的验证码')
      throw await sliderWanted(username)
    }
    const user = await read
      .selectFrom('sys_user')
      .select(['id', 'password', 'status', 'username', 'password_set_at', 'must_change_password'])
      .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
      .where('del_flag', '=', 0)
      .executeTakeFirst()
    if (!(await passwordFits(user?.password ?? null, password)) || !user) {
      const limited = await guard.failed(username, caller.address)
      log.write({
        ...base,
        username,
        content: limited ? '登录失败，达到次数上限' : '登录失败',
        result: 'failure',
      })
      return { ok: false, message: WRONG }
    }
    if (!user.must_change_password && (await passwords.isTooOld(user.password_set_at)))
      await askForNewPassword(user.id)
    return { ok: true, value: user }
  }

  async function signIn(
    body: LoginBody,
    caller: Caller,
    solved: { isSolved: boolean; byCaptcha: boolean },
  ): Promise<Outcome<SignInResult>> {
    const found = await proved(body, caller, '/sys/login', solved)
    if (!found.ok) return found
    const admitted = await admission.admit(found.value, signInEvent(caller, '/sys/login'))
    if (!admitted.ok) return admitted
    await guard.succeeded(body.username, caller.address)
    return body.loginOrgCode ? beganIn(admitted.value, body.loginOrgCode) : admitted
  }

  /** The sign-in with its department chosen, where that is one of the user's. */
  async function beganIn(result: SignInResult, orgCode: string): Promise<Outcome<SignInResult>> {
    const session = await sessions.find(result.token, undefined)
    if (!session?.orgCodes.includes(orgCode)) return { ok: true, value: result }
    await sessions.chooseDepartment(session, orgCode)
    return {
      ok: true,
      value: { ...result, userInfo: await userInfo(read, session.userId, session.tenantId) },
    }
  }

  async function askForNewPassword(userId: string): Promise<void> {
    await write.updateTable('sys_user').set({ must_change_password: true }).where('id', '=', userId).execute()
    await sessions.rightsChanged()
  }

  return {
    ...createOwnAccount(parts),

    async signIn(body, caller, proof) {
      const { username, slider, captcha, checkKey } = body
      // Before the queue, so that only a solved slider is worth a place in it.
      const isSolved = slider
        ? await sliders.solved(username, slider)
        : captcha && checkKey
          ? await captchas.solved(checkKey, captcha)
          : false
      if (proof?.always && !isSolved) throw new AppError('WRONG_CAPTCHA')
      return guard.inTurn(
        username,
        caller.address,
        () => signIn(body, caller, { isSolved, byCaptcha: proof !== undefined }),
        isSolved,
      )
    },

    async departsBefore(body, caller) {
      const found = await guard.inTurn(body.username, caller.address, () =>
        proved(body, caller, '/sys/loginGetUserDeparts', { isSolved: false, byCaptcha: true }),
      )
      if (!found.ok) return found
      const { id, status } = found.value
      return status === 1
        ? { ok: true, value: await departsToChoose(read, id) }
        : { ok: false, message: '该用户已冻结' }
    },

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

    changePassword: ownPassword.change,
  }
}
