import type { Kysely } from 'kysely'
import type { PasswordRules } from '#schemas/api/sign-in.ts'
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy, shapeProblem } from '#schemas/rules/password-policy.ts'
import type { Tables } from '../../database/tables.ts'
import { commonPasswords } from './common-passwords.ts'
import { hashPassword, passwordFits } from './password.ts'

const DAY_MS = 24 * 3_600_000

/** A password that somebody wants to have. */
export interface Wish {
  password: string
  username: string
  /** The user whose earlier passwords count; absent for a user who is new. */
  userId?: string
}

/** The one judge of new passwords, whoever sets them and wherever: it knows the policy that is in force. */
export interface NewPasswords {
  /** The password to store, or why it is not taken. */
  judge(wish: Wish): Promise<{ hash: string } | { problem: string }>
  /** What is asked, in numbers. */
  rules(): Promise<PasswordRules>
  /** Whether a password that somebody else set has to be changed at the next sign-in. */
  changesAfterReset(): Promise<boolean>
  /** Whether a password is so old that it has to be changed. */
  isTooOld(setAt: Date): Promise<boolean>
}

export interface NewPasswordParts {
  read: Kysely<Tables>
  policy(): PasswordPolicy | Promise<PasswordPolicy>
  /** Ms. */
  now(): number
}

/** Why a new password is not taken from anybody; null when it may be. */
export async function passwordProblem(
  password: string,
  username: string,
  policy: PasswordPolicy = DEFAULT_PASSWORD_POLICY,
): Promise<string | null> {
  const shape = shapeProblem(password, policy)
  if (shape) return shape
  const lower = password.toLowerCase()
  if (lower === username.toLowerCase()) return '密码不能与用户账号相同'
  return (await commonPasswords()).has(lower) ? '该密码过于常见，请更换' : null
}

/** The judge over the policy and the passwords that users had. */
export function createNewPasswords({ read, policy, now }: NewPasswordParts): NewPasswords {
  async function wasUsed(userId: string, password: string, history: number): Promise<boolean> {
    if (history === 0) return false
    const earlier = await read
      .selectFrom('sys_password_history')
      .select('hash')
      .where('user_id', '=', userId)
      .orderBy('set_at', 'desc')
      .limit(history)
      .execute()
    for (const { hash } of earlier) if (await passwordFits(hash, password)) return true
    return false
  }

  async function problemOf({ password, username, userId }: Wish): Promise<string | null> {
    const asked = await policy()
    const plain = await passwordProblem(password, username, asked)
    if (plain) return plain
    if (userId !== undefined && (await wasUsed(userId, password, asked.history)))
      return `不能与最近${asked.history}次使用的密码相同`
    return null
  }

  return {
    async judge(wish) {
      const problem = await problemOf(wish)
      return problem === null ? { hash: await hashPassword(wish.password) } : { problem }
    },
    async rules() {
      const { minLength, kinds, maxAgeDays, history } = await policy()
      return { minLength, kinds, maxAgeDays, history }
    },
    changesAfterReset: async () => (await policy()).changeAfterReset === 'Y',
    async isTooOld(setAt) {
      const { maxAgeDays } = await policy()
      return maxAgeDays > 0 && setAt.getTime() + maxAgeDays * DAY_MS < now()
    },
  }
}
