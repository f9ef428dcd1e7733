import type { Kysely } from 'kysely'
import type { PasswordChangeBody } from '#schemas/api/auth.ts'
import type { Tables } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { Session } from '../../permission/session.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import { type Caller, type Outcome, signInEvent } from './admission.ts'
import type { LoginGuard } from './login-guard.ts'
import type { NewPasswords } from './new-passwords.ts'
import { passwordFits } from './password.ts'

/** The own password of a signed-in user: asked for again before what protects the account changes, and changed. */
export interface OwnPassword {
  /** Whether it is the right one; after some wrong ones from an address that has to wait. */
  fits(session: Session, password: string, caller: Caller): Promise<boolean>
  change(session: Session, change: PasswordChangeBody, caller: Caller): Promise<Outcome<null>>
}

export interface OwnPasswordParts {
  read: Kysely<Tables>
  write: Kysely<Tables>
  sessions: Pick<SessionStore, 'endAll'>
  guard: LoginGuard
  log: EventLog
  passwords: NewPasswords
}

/** Wrong old passwords are counted apart from sign-ins: they close nothing but the change itself. */
const subjectOf = (session: Session) => `own-password ${session.userId}`

/** Over its parts. */
export function createOwnPassword(parts: OwnPasswordParts): OwnPassword {
  const { read, write, sessions, guard, log, passwords } = parts

  async function attempt(session: Session, password: string, caller: Caller): Promise<boolean> {
    const subject = subjectOf(session)
    const wait = await guard.waitFor(subject, caller.address)
    if (wait > 0)
      throw new AppError('TOO_MANY_TRIES', `尝试次数过多，请${Math.ceil(wait / 60_000)}分钟后再试`)
    const user = await read
      .selectFrom('sys_user')
      .select('password')
      .where('id', '=', session.userId)
      .executeTakeFirst()
    if (await passwordFits(user?.password ?? null, password)) return true
    await guard.failed(subject, caller.address)
    return false
  }

  const fits: OwnPassword['fits'] = (session, password, caller) =>
    guard.inTurn(subjectOf(session), caller.address, () => attempt(session, password, caller))

  return {
    fits,

    async change(session, change, caller) {
      const { oldpassword = '', password = '', confirmpassword = '' } = change
      if (change.username !== undefined && change.username !== session.username)
        return { ok: false, message: '只允许修改自己的密码！' }
      if (password === '') return { ok: false, message: '新密码不允许为空!', field: 'password' }
      if (password !== confirmpassword)
        return { ok: false, message: '两次输入密码不一致!', field: 'confirmpassword' }
      const base = {
        ...signInEvent(caller, '/sys/user/updatePassword'),
        username: session.username,
        userId: session.userId,
      }
      if (!(await fits(session, oldpassword, caller))) {
        log.write({ ...base, content: '修改密码：旧密码错误', result: 'failure' })
        return { ok: false, message: '旧密码输入错误!', field: 'oldpassword' }
      }
      // Whoever set the password, and asked for another one, still knows it.
      if (password === oldpassword) return { ok: false, message: '新密码不能与旧密码相同', field: 'password' }
      const { userId, username } = session
      const judged = await passwords.judge({ password, username, userId })
      if ('problem' in judged) return { ok: false, message: judged.problem, field: 'password' }
      await write
        .updateTable('sys_user')
        .set({ password: judged.hash, must_change_password: false })
        .where('id', '=', session.userId)
        .execute()
      await sessions.endAll(session.userId, 'password')
      log.write({ ...base, content: '修改密码', result: 'success' })
      return { ok: true, value: null }
    },
  }
}
