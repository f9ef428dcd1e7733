import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Tables } from '../database/tables.ts'
import { readRights } from './permission-data.ts'
import type { Session } from './session.ts'
import { sessionOf } from './session-of.ts'

/** Begins every key, so that one is known for what it is wherever it turns up. */
const PREFIX = 'ek_'
/** Characters of a key that lists show. */
const HINT = 8
/** The time of the last use is written at most this often. */
const TOUCH_MS = 60_000

/** A new key: 256 random bits, of which only a hash is kept. */
export function newApiKey(): { key: string; hash: string; hint: string } {
  const key = PREFIX + randomBytes(32).toString('base64url')
  return { key, hash: hashOf(key), hint: key.slice(0, PREFIX.length + HINT) }
}

/** Finds whom a key acts for. */
export interface ApiKeys {
  /** The session of a key; null for one that is unknown, over, revoked, or whose user may not act. */
  find(key: string, tenant: string | undefined): Promise<Session | null>
}

/** The keys over the database. `now` in ms. */
export function createApiKeys(
  { read, write }: { read: Kysely<Tables>; write: Kysely<Tables> },
  now: () => number,
): ApiKeys {
  const touched = new Map<string, number>()
  return {
    async find(key, tenant) {
      if (!key.startsWith(PREFIX) || key.length > 100) return null
      const hash = hashOf(key)
      const row = await read
        .selectFrom('sys_api_key')
        .select(['id', 'user_id', 'tenant_id', 'rights'])
        .where('key_hash', '=', hash)
        .where('status', '=', '1')
        .where('end_date', '>=', wireTime(new Date(now())).date)
        .executeTakeFirst()
      // A key is for one tenant, whatever a call names.
      if (!row || (tenant !== undefined && tenant !== String(row.tenant_id))) return null
      const rights = await readRights(read, row.user_id, row.tenant_id, new Date(now()))
      if (!rights?.tenants.includes(row.tenant_id)) return null
      if (now() - (touched.get(row.id) ?? 0) > TOUCH_MS) {
        touched.set(row.id, now())
        await write
          .updateTable('sys_api_key')
          .set({ last_used: wireTime(new Date(now())).datetime })
          .where('id', '=', row.id)
          .execute()
      }
      const session = sessionOf(hash, row.tenant_id, rights)
      const only = new Set(row.rights.split(','))
      return {
        ...session,
        id: `key-${row.id.slice(0, 12)}`,
        only,
        permissions: new Set([...only].filter((code) => session.isAdmin || session.permissions.has(code))),
        // What a person owes does not stop the programs that work for the person.
        mustChangePassword: false,
        mustSetSecondFactor: false,
      }
    },
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
