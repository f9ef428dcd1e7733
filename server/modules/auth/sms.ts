import type { Kysely } from 'kysely'
import type { SmsMode } from '#schemas/api/sign-in.ts'
import type { Tables } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import {
  longSecret,
  type OneTimeSecrets,
  type Redeemed,
  type SecretKind,
  shortCode,
} from './one-time-secrets.ts'
import type { Quota } from './quota.ts'

/** Sends one short message. A real gateway is put in its place where the application is built. */
export interface SmsSender {
  send(phone: string, text: string): Promise<void>
}

/**
 * The built-in sender, for places without a gateway. Nothing is sent; the log says so with the last digits of the
 * number. For development it can be told to write the message itself, code and number included.
 */
export function logSmsSender(log: { warn(message: string): void }, writesMessages: boolean): SmsSender {
  return {
    async send(phone, text) {
      log.warn(
        writesMessages
          ? `短信（未配置短信网关，仅写入日志）${phone}：${text}`
          : `短信未发送：未配置短信网关（号码尾号 ${phone.slice(-4)}）`,
      )
    },
  }
}

export const CODE_MS = 5 * 60_000
const TRIES = 5
/** One message a minute and five an hour for a phone; an address may stand for an office. */
const PER_PHONE = [
  { most: 1, ms: 55_000 },
  { most: 5, ms: 3_600_000 },
] as const
const PER_ADDRESS = { most: 30, ms: 10 * 60_000 } as const

const KINDS: Readonly<Record<SmsMode, SecretKind>> = {
  '0': 'sms-login',
  '1': 'sms-register',
  '2': 'sms-forgotten',
}

/** Codes sent to phones. */
export interface SmsCodes {
  /** Sends a code. Nobody learns from it whether the phone is known. */
  send(phone: string, mode: SmsMode, address: string): Promise<void>
  redeem(phone: string, mode: SmsMode, code: string): Promise<Redeemed>
}

export interface SmsParts {
  read: Kysely<Tables>
  secrets: OneTimeSecrets
  quota: Quota
  sender: SmsSender
  warn(phone: string, reason: unknown): void
}

/** The codes over their parts. */
export function createSmsCodes({ read, secrets, quota, sender, warn }: SmsParts): SmsCodes {
  return {
    async send(phone, mode, address) {
      const limits = [
        { subject: `sms-address:${address}`, ...PER_ADDRESS },
        ...PER_PHONE.map((limit) => ({ subject: `sms-phone:${limit.ms}:${phone}`, ...limit })),
      ]
      for (const { subject, most, ms } of limits)
        if (!(await quota.take(subject, most, ms)))
          throw new AppError('TOO_MANY_REQUESTS', '短信发送过于频繁，请稍后再试')
      const isKnown = (await userOfPhone(read, phone)) !== null
      const isSent = mode === '1' ? !isKnown : isKnown
      // A phone that gets no message is given a secret that is sent nowhere: later answers are the same, too.
      const code = isSent ? shortCode() : longSecret()
      await secrets.issue(KINDS[mode], phone, code, { ms: CODE_MS, tries: TRIES })
      // Not waited for: how long it takes must not tell whether a message was sent.
      if (isSent)
        void sender
          .send(phone, `您的验证码是${code}，5分钟内有效。请勿告诉他人。`)
          .catch((error: unknown) => warn(phone, error))
    },
    redeem: (phone, mode, code) => secrets.redeem(KINDS[mode], phone, code),
  }
}

/** The only user with this phone; null when there is none, or when it does not say which one. */
export async function userOfPhone(read: Kysely<Tables>, phone: string) {
  const rows = await read
    .selectFrom('sys_user')
    .select(['id', 'username', 'status'])
    .where('phone', '=', phone)
    .where('del_flag', '=', 0)
    .limit(2)
    .execute()
  return rows.length === 1 ? (rows[0] ?? null) : null
}
