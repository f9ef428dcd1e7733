import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { SESSION_MS } from '../permission/session-store.ts'

/** The time of a session's last call is written once a minute, so it may look older than it is. */
const SEEN_TOLERANCE_MS = 60_000

/** Which of these sessions, by the hash of their token, are in force, and the tenant that each works in. */
export type FindLive = (tokenHashes: readonly string[]) => Promise<ReadonlyMap<string, number>>

/** Looks without touching: a connection that is merely open does not keep its session alive. */
export function createFindLive(read: Kysely<Tables>, idleMs: () => number, now: () => number): FindLive {
  return async (tokenHashes) => {
    if (tokenHashes.length === 0) return new Map()
    const at = now()
    const rows = await read
      .selectFrom('sys_session as s')
      .innerJoin('sys_user as u', 'u.id', 's.user_id')
      .innerJoin('sys_user_tenant as t', (join) =>
        join.onRef('t.user_id', '=', 's.user_id').onRef('t.tenant_id', '=', 's.tenant_id'),
      )
      .where('s.token_hash', 'in', [...tokenHashes])
      .where('s.created_at', '>', new Date(at - SESSION_MS))
      .where('s.seen_at', '>', new Date(at - idleMs() - SEEN_TOLERANCE_MS))
      .where('u.status', '=', 1)
      .where('u.del_flag', '=', 0)
      .select(['s.token_hash', 's.tenant_id'])
      .execute()
    return new Map(rows.map((row) => [row.token_hash, row.tenant_id]))
  }
}
