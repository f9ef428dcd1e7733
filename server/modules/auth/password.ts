import { hash, verify } from '@node-rs/argon2'
import { commonPasswords } from './common-passwords.ts'

/** Bounds of a password, in characters. No rules about its composition: length is what counts. */
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

/** Argon2id with 19 MiB and two passes: the lower recommended setting of OWASP, about 20 ms here. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** A hash that fits no password: checked when the user is unknown, so that the time tells nothing. */
let decoy: Promise<string> | null = null

/** Hash to be stored. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS)
}

/** Whether the password fits; takes as long for a user that does not exist (`stored` null). */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(`decoy ${Math.random()}`)
  const fits = await verify(stored ?? (await decoy), password).catch(() => false)
  return stored !== null && fits
}

/** Why a new password is not taken; null when it is. */
export async function passwordProblem(password: string, username: string): Promise<string | null> {
  const length = [...password].length
  if (length < MIN_PASSWORD_LENGTH) return `密码至少${MIN_PASSWORD_LENGTH}个字符`
  if (length > MAX_PASSWORD_LENGTH) return `密码最多${MAX_PASSWORD_LENGTH}个字符`
  const lower = password.toLowerCase()
  if (lower === username.toLowerCase()) return '密码不能与用户账号相同'
  if ((await commonPasswords()).has(lower)) return '该密码过于常见，请更换'
  return null
}
