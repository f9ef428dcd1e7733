import { CompiledQuery, type Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import type { SessionEnd } from '#schemas/api/session-end.ts'
import type { Tables } from '../database/tables.ts'

/** Beside the one-time secrets, so that the same job removes them; none of them can be redeemed. */
const KIND = 'session-end'
/** As long as a browser keeps its token. The first reason stays. */
const KEEP = `insert into platform.sys_one_time_secret
  (kind, subject, secret_hash, data, tries_left, issued_at, expires_at)
  select '${KIND}', hash, '', $2, 0, now(), now() + interval '7 days' from unnest($1::text[]) as hash
  on conflict (kind, subject) do nothing`

/** Keeps why sessions ended, named by the hashes of their tokens. */
export async function keepEnds(
  write: Kysely<Tables>,
  hashes: readonly string[],
  reason: SessionEnd,
): Promise<void> {
  if (hashes.length > 0) await write.executeQuery(CompiledQuery.raw(KEEP, [hashes, reason]))
}

/** Keeps why all sessions of these users end with the transaction; to be called while the sessions are there. */
export async function keepEndsOfUsers(
  client: PoolClient,
  userIds: readonly string[],
  reason: SessionEnd,
): Promise<void> {
  if (userIds.length === 0) return
  const { rows } = await client.query<{ token_hash: string }>(
    'select token_hash from platform.sys_session where user_id = any($1::text[])',
    [userIds],
  )
  if (rows.length > 0) await client.query(KEEP, [rows.map(({ token_hash }) => token_hash), reason])
}

/** Why the session of a token is no more; null where that is unknown. */
export async function endReasonOf(read: Kysely<Tables>, hash: string): Promise<SessionEnd | null> {
  const kept = await read
    .selectFrom('sys_one_time_secret')
    .select('data')
    .where('kind', '=', KIND)
    .where('subject', '=', hash)
    .executeTakeFirst()
  if (kept) return kept.data as SessionEnd
  // A session that is there and not valid works in a tenant that its user may not work in any more.
  const stored = await read
    .selectFrom('sys_session')
    .select('tenant_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return stored ? 'tenant' : null
}
