import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SettingValues } from '#schemas/api/setting.ts'
import {
  type PasswordResetBody,
  type PhoneVerificationBody,
  type PhoneVerified,
  type RegisterBody,
  USERNAME_PATTERN,
} from '#schemas/api/sign-in.ts'
import type { Tables } from '../../database/tables.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import { type Caller, type Outcome, signInEvent } from './admission.ts'
import { joinTenant } from './join-tenant.ts'
import type { NewPasswords } from './new-passwords.ts'
import { longSecret, type OneTimeSecrets } from './one-time-secrets.ts'
import { CODE_REFUSED } from './other-ways.ts'
import { type SmsCodes, userOfPhone } from './sms.ts'

const TICKET_MS = 10 * 60_000
const USERNAME = new RegExp(USERNAME_PATTERN)
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/
const UNIQUE_VIOLATION = '23505'

/** What is open without a session: creating an account, and regaining access to one. */
export interface Accounts {
  register(body: RegisterBody, caller: Caller): Promise<Outcome<null>>
  /** Whoever holds the phone gets a ticket to change the password once. */
  verifyPhone(body: PhoneVerificationBody, caller: Caller): Promise<Outcome<PhoneVerified>>
  resetPassword(body: PasswordResetBody, caller: Caller): Promise<Outcome<null>>
}

export interface AccountsParts {
  /** Whether, and to what, strangers may register. */
  registration(): Promise<SettingValues<'registration'>>
  read: Kysely<Tables>
  write: Kysely<Tables>
  codes: SmsCodes
  secrets: OneTimeSecrets
  sessions: SessionStore
  log: EventLog
  passwords: NewPasswords
}

/** The accounts over their parts. */
export function createAccounts(parts: AccountsParts): Accounts {
  const { read, write, codes, secrets, sessions, log, passwords } = parts

  /** What is wrong with a registration before its code is used up; null when nothing is. */
  function problemOf({ username, email }: RegisterBody): { message: string; field: string } | null {
    if (!USERNAME.test(username)) {
      const message = /\W/.test(username) ? '只允许字母、数字、下划线' : '长度6到18个字符'
      return { message, field: 'username' }
    }
    return email && !EMAIL.test(email) ? { message: '邮箱格式不正确', field: 'email' } : null
  }

  /** Asked only of the phone's owner, so others cannot learn which names exist. */
  async function taken({ username, phone, email }: RegisterBody): Promise<string | null> {
    const rows = await read
      .selectFrom('sys_user')
      .select(['username', 'phone', 'email', 'del_flag'])
      .where((eb) =>
        eb.or([
          eb(eb.fn('lower', ['username']), '=', username.toLowerCase()),
          eb('phone', '=', phone),
          ...(email ? [eb(eb.fn('lower', ['email']), '=', email.toLowerCase())] : []),
        ]),
      )
      .execute()
    if (rows.some((row) => row.username.toLowerCase() === username.toLowerCase())) return '用户名已注册'
    const kept = rows.filter((row) => row.del_flag === 0)
    if (kept.some((row) => row.phone === phone)) return '该手机号已注册'
    if (email && kept.some((row) => row.email?.toLowerCase() === email.toLowerCase())) return '邮箱已被注册'
    return null
  }

  return {
    async register(body, caller) {
      const settings = await parts.registration()
      if (settings.open !== 'Y') return { ok: false, message: '本系统未开放注册，请联系管理员' }
      const problem = problemOf(body)
      if (problem) return { ok: false, ...problem }
      const judged = await passwords.judge(body)
      if ('problem' in judged) return { ok: false, message: judged.problem, field: 'password' }
      const redeemed = await codes.redeem(body.phone, '1', body.smscode)
      if (redeemed.state !== 'right') return { ok: false, message: CODE_REFUSED[redeemed.state] }
      const already = await taken(body)
      if (already) return { ok: false, message: already }
      const id = randomUUID()
      try {
        await write.transaction().execute(async (trx) => {
          await trx
            .insertInto('sys_user')
            .values({
              id,
              username: body.username,
              realname: body.username,
              password: judged.hash,
              phone: body.phone,
              email: body.email || null,
              create_by: body.username,
            })
            .execute()
          await joinTenant(trx, id, settings)
        })
      } catch (error) {
        // Two registrations of one name at the same moment.
        if ((error as { code?: unknown }).code === UNIQUE_VIOLATION)
          return { ok: false, message: '用户名已注册' }
        throw error
      }
      log.write({
        ...signInEvent(caller, '/sys/user/register'),
        username: body.username,
        userId: id,
        content: '注册账户',
        result: 'success',
      })
      return { ok: true, value: null }
    },

    async verifyPhone({ phone, smscode }, caller) {
      const redeemed = await codes.redeem(phone, '2', smscode)
      if (redeemed.state !== 'right') {
        log.write({
          ...signInEvent(caller, '/sys/user/phoneVerification'),
          username: null,
          content: '找回密码：验证码错误',
          result: 'failure',
        })
        return { ok: false, message: CODE_REFUSED[redeemed.state] }
      }
      const user = await userOfPhone(read, phone)
      // Deleted or doubled between the message and now.
      if (!user) return { ok: false, message: CODE_REFUSED.gone }
      const ticket = longSecret()
      await secrets.issue('password-ticket', phone, ticket, { ms: TICKET_MS, tries: 3, data: user.id })
      return { ok: true, value: { username: user.username, smscode: ticket } }
    },

    async resetPassword({ phone, username, smscode, password }, caller) {
      // Before the ticket is used up: a password that is not taken may be chosen again.
      const shape = await passwords.judge({ password, username })
      if ('problem' in shape) return { ok: false, message: shape.problem, field: 'password' }
      const redeemed = await secrets.redeem('password-ticket', phone, smscode)
      if (redeemed.state !== 'right') return { ok: false, message: '验证已失效，请重新验证手机号' }
      const user = await read
        .selectFrom('sys_user')
        .select(['id', 'username', 'status'])
        .where('id', '=', redeemed.data)
        .where('del_flag', '=', 0)
        .executeTakeFirst()
      if (!user || user.username !== username) return { ok: false, message: '验证已失效，请重新验证手机号' }
      // What was used before is told to the owner of the ticket alone, who may then choose again.
      const judged = await passwords.judge({ password, username, userId: user.id })
      if ('problem' in judged) {
        await secrets.issue('password-ticket', phone, smscode, { ms: TICKET_MS, tries: 3, data: user.id })
        return { ok: false, message: judged.problem, field: 'password' }
      }
      await write
        .updateTable('sys_user')
        .set({ password: judged.hash, must_change_password: false })
        .where('id', '=', user.id)
        .execute()
      await sessions.endAll(user.id, 'password')
      log.write({
        ...signInEvent(caller, '/sys/user/passwordChange'),
        username: user.username,
        userId: user.id,
        content: '找回密码：重设密码',
        result: 'success',
      })
      return { ok: true, value: null }
    },
  }
}
