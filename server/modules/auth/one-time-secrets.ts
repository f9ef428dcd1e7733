import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** What a secret is for; one of a kind never works as another. */
export type SecretKind =
  | 'sms-login'
  | 'sms-register'
  | 'sms-forgotten'
  | 'password-ticket'
  | 'slider'
  | 'captcha'
  | 'third-login'
  | 'third-bind'
  | 'second-factor'
  | 'oidc'
  | 'backup-download'

/** How trying a secret ended. `gone` is one that never was, is used, is too old, or was tried too often. */
export type Redeemed = { state: 'right'; data: string; issuedAt: number } | { state: 'wrong' | 'gone' }

/** Secrets that work once, for one subject, for a while, and end after some wrong tries. */
export interface OneTimeSecrets {
  /** Keeps a secret; an earlier one of the same kind and subject is void from then on. */
  issue(
    kind: SecretKind,
    subject: string,
    secret: string,
    life: { ms: number; tries?: number; data?: string },
  ): Promise<void>
  /** Tries a secret; the right one is used up by it. */
  redeem(kind: SecretKind, subject: string, secret: string): Promise<Redeemed>
}

/** A long random secret, for links and tickets that are never typed. */
export function longSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Six digits, for people to type. */
export function shortCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Kept in the database, so that it holds across processes and restarts. `now` in ms. */
export function createOneTimeSecrets(db: Kysely<Tables>, now: () => number): OneTimeSecrets {
  return {
    async issue(kind, subject, secret, { ms, tries = 1, data = '' }) {
      const values = {
        secret_hash: hashOf(kind, subject, secret),
        data,
        tries_left: tries,
        issued_at: new Date(now()),
        expires_at: new Date(now() + ms),
      }
      await db
        .insertInto('sys_one_time_secret')
        .values({ kind, subject, ...values })
        .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet(values))
        .execute()
    },

    async redeem(kind, subject, secret) {
      // Counted before it is looked at, in one statement: guesses sent at the same moment are all counted.
      const row = await db
        .updateTable('sys_one_time_secret')
        .set({ tries_left: sql`tries_left - 1` })
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('tries_left', '>', 0)
        .where('expires_at', '>', new Date(now()))
        .returning(['secret_hash', 'data', 'issued_at'])
        .executeTakeFirst()
      if (!row) return { state: 'gone' }
      const given = hashOf(kind, subject, secret)
      if (!timingSafeEqual(Buffer.from(given), Buffer.from(row.secret_hash))) return { state: 'wrong' }
      const used = await db
        .deleteFrom('sys_one_time_secret')
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('secret_hash', '=', given)
        .executeTakeFirst()
      if (Number(used.numDeletedRows) === 0) return { state: 'gone' }
      return { state: 'right', data: row.data, issuedAt: row.issued_at.getTime() }
    },
  }
}

function hashOf(kind: string, subject: string, secret: string): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, subject, secret]))
    .digest('hex')
}
