import { createHash, randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { SecretBox } from '../../secret-box.ts'
import { keyUri, newKey, stepOf } from './totp.ts'

const CODES = 10
/** Without letters and digits that are taken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 12

/** Codes of an authenticator, and the codes on paper for whoever has lost it. */
export interface SecondFactors {
  /** Whether a user's sign-in asks for one. */
  has(userId: string): Promise<boolean>
  codesLeft(userId: string): Promise<number>
  /** A new key, which counts once a code of it was shown. */
  begin(user: { userId: string; username: string }): Promise<{ key: string; uri: string }>
  /** Takes the key into use with its first code; answers the recovery codes, or null for a wrong code. */
  confirm(userId: string, code: string): Promise<string[] | null>
  /** Uses up a code of the authenticator or a recovery code; null for a wrong one. */
  use(userId: string, code: string): Promise<'authenticator' | 'recovery' | null>
  /** New recovery codes; those before are void. */
  renewCodes(userId: string): Promise<string[]>
  remove(userId: string): Promise<void>
}

export interface SecondFactorParts {
  read: Kysely<Tables>
  write: Kysely<Tables>
  box: SecretBox
  /** Ms. */
  now(): number
}

/** The second factors over the database; keys are sealed there, recovery codes are hashed. */
export function createSecondFactors({ read, write, box, now }: SecondFactorParts): SecondFactors {
  /** Each step counts once: a code that was seen over a shoulder is worth nothing. */
  async function spendStep(
    db: Kysely<Tables>,
    userId: string,
    code: string,
    isFirst: boolean,
  ): Promise<boolean> {
    const row = await db
      .selectFrom('sys_second_factor')
      .select('sealed_key')
      .where('user_id', '=', userId)
      .where('confirmed_at', isFirst ? 'is' : 'is not', null)
      .executeTakeFirst()
    const key = row ? box.open(row.sealed_key) : null
    const step = key === null ? null : stepOf(key, code, now())
    if (step === null) return false
    const used = await db
      .updateTable('sys_second_factor')
      .set({ last_step: step, ...(isFirst ? { confirmed_at: new Date(now()) } : {}) })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .where('confirmed_at', isFirst ? 'is' : 'is not', null)
      .executeTakeFirst()
    return Number(used.numUpdatedRows) > 0
  }

  async function writeCodes(trx: Kysely<Tables>, userId: string): Promise<string[]> {
    const codes = Array.from({ length: CODES }, recoveryCode)
    await trx.deleteFrom('sys_recovery_code').where('user_id', '=', userId).execute()
    await trx
      .insertInto('sys_recovery_code')
      .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
      .execute()
    return codes
  }

  return {
    renewCodes: (userId) => write.transaction().execute((trx) => writeCodes(trx, userId)),

    async has(userId) {
      const row = await read
        .selectFrom('sys_second_factor')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()
      return row !== undefined
    },

    async codesLeft(userId) {
      const row = await read
        .selectFrom('sys_recovery_code')
        .select(sql<number>`count(*)::int`.as('left'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return row.left
    },

    async begin({ userId, username }) {
      const key = newKey()
      const values = { sealed_key: box.seal(key), confirmed_at: null, last_step: 0 }
      await write
        .insertInto('sys_second_factor')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) =>
          // One that is in use is taken away by its own call, with a code of it.
          conflict.column('user_id').doUpdateSet(values).where('sys_second_factor.confirmed_at', 'is', null),
        )
        .execute()
      return { key, uri: keyUri(key, username) }
    },

    async confirm(userId, code) {
      // A factor that is in force without codes on paper would lock out whoever loses the authenticator.
      return write
        .transaction()
        .execute(async (trx) =>
          (await spendStep(trx, userId, code.trim(), true)) ? writeCodes(trx, userId) : null,
        )
    },

    async use(userId, given) {
      const code = given.trim()
      if (/^\d{6}$/.test(code)) return (await spendStep(write, userId, code, false)) ? 'authenticator' : null
      const used = await write
        .deleteFrom('sys_recovery_code')
        .where('user_id', '=', userId)
        .where('code_hash', '=', hashOf(code))
        .executeTakeFirst()
      return Number(used.numDeletedRows) > 0 ? 'recovery' : null
    },

    async remove(userId) {
      await write.transaction().execute(async (trx) => {
        await trx.deleteFrom('sys_second_factor').where('user_id', '=', userId).execute()
        await trx.deleteFrom('sys_recovery_code').where('user_id', '=', userId).execute()
      })
    },
  }
}

function recoveryCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Typed with or without its hyphens, in any case. */
function hashOf(code: string): string {
  return createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('hex')
}
