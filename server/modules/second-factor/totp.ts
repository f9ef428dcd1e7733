import { Secret, TOTP } from 'otpauth'

const ISSUER = '展会参展人员信息管理'
const PERIOD_S = 30
/** Codes of the step before and of the step after are taken, too: clocks differ. */
const WINDOW = 1
const KEY_BYTES = 20

/** A new key for an authenticator, in the letters that people may type there. */
export function newKey(): string {
  return new Secret({ size: KEY_BYTES }).base32
}

/** The address that an authenticator reads from the picture. */
export function keyUri(key: string, username: string): string {
  return totp(key, username).toString()
}

/** The step that a code belongs to; null for a code of none of the steps around this moment (ms). */
export function stepOf(key: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totp(key, '').validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta
}

function totp(key: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(key), period: PERIOD_S, digits: 6 })
}
