import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
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
import { longSecret, type OneTimeSecrets } from './one-time-secrets.ts'
import { CODE_REFUSED } from './other-ways.ts'
import { hashPassword, passwordProblem } from './password.ts'
import { type SmsCodes, userOfPhone } from './sms.ts'

const TICKET_MS = 10 * 60_000
const USERNAME = new RegExp(USERNAME_PATTERN)
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/
const UNIQUE_VIOLATION = '23505'

/** What somebody without a session may do about his account: make one, and get back into one. */
export interface Accounts {
  register(body: RegisterBody, caller: Caller): Promise<Outcome<null>>
  /** Whoever holds the phone gets a ticket to change the password once. */
  verifyPhone(body: PhoneVerificationBody, caller: Caller): Promise<Outcome<PhoneVerified>>
  resetPassword(body: PasswordResetBody, caller: Caller): Promise<Outcome<null>>
}

export interface AccountsParts {
  registration: boolean
  read: Kysely<Tables>
  write: Kysely<Tables>
  codes: SmsCodes
  secrets: OneTimeSecrets
  sessions: SessionStore
  log: EventLog
}

/** The accounts over their parts. */
export function createAccounts(parts: AccountsParts): Accounts {
  const { read, write, codes, secrets, sessions, log } = parts

  /** What is wrong with a registration before its code is used up; null when nothing is. */
  async function problemOf({ username, password, email }: RegisterBody): Promise<string | null> {
    if (!USERNAME.test(username)) {
      if (/\W/.test(username)) return '只允许字母、数字、下划线'
      return '长度6到18个字符'
    }
    if (email && !EMAIL.test(email)) return '邮箱格式不正确'
    return passwordProblem(password, username)
  }

  /** Asked only of somebody who holds the phone: nobody else learns which names exist. */
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
      if (!parts.registration) return { ok: false, message: '本系统未开放注册，请联系管理员' }
      const problem = await problemOf(body)
      if (problem) return { ok: false, message: problem }
      const redeemed = await codes.redeem(body.phone, '1', body.smscode)
      if (redeemed.state !== 'right') return { ok: false, message: CODE_REFUSED[redeemed.state] }
      const already = await taken(body)
      if (already) return { ok: false, message: already }
      const id = randomUUID()
      const password = await hashPassword(body.password)
      try {
        await write.transaction().execute(async (trx) => {
          await trx
            .insertInto('sys_user')
            .values({
              id,
              username: body.username,
              realname: body.username,
              password,
              phone: body.phone,
              email: body.email || null,
              create_by: body.username,
            })
            .execute()
          // No role: rights are an administrator's to give.
          await trx
            .insertInto('sys_user_tenant')
            .columns(['user_id', 'tenant_id'])
            .expression((eb) =>
              eb
                .selectFrom('sys_tenant')
                .select((one) => [one.val(id).as('user_id'), 'id'])
                .where('status', '=', 1)
                .orderBy('id')
                .limit(1),
            )
            .execute()
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
      const problem = await passwordProblem(password, username)
      if (problem) return { ok: false, message: problem }
      const redeemed = await secrets.redeem('password-ticket', phone, smscode)
      if (redeemed.state !== 'right') return { ok: false, message: '验证已失效，请重新验证手机号' }
      const user = await read
        .selectFrom('sys_user')
        .select(['id', 'username', 'status'])
        .where('id', '=', redeemed.data)
        .where('del_flag', '=', 0)
        .executeTakeFirst()
      if (!user || user.username !== username) return { ok: false, message: '验证已失效，请重新验证手机号' }
      await write
        .updateTable('sys_user')
        .set({ password: await hashPassword(password), must_change_password: false })
        .where('id', '=', user.id)
        .execute()
      await sessions.endAll(user.id)
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
