import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { AppError, badRequest } from '../errors.ts'
import type { Session } from '../permission/session.ts'

/** A key counts for a day. */
const VALID_FOR = '24 hours'
const MAX_KEY_LENGTH = 200

/** Whose request it is, and the key that its sender gave it. */
export interface KeyedRequest {
  session: Session
  idempotencyKey?: string | undefined
}

/**
 * Does the work of a write call once per key, inside the transaction that the work is part of; without a key it is simply
 * done. `request` is what is asked for, to tell repeats of a key from its misuse; the answer is kept as text for a day.
 */
export async function answeredOnce(
  client: PoolClient,
  { session, idempotencyKey }: KeyedRequest,
  request: unknown,
  work: () => Promise<string>,
): Promise<string> {
  if (idempotencyKey === undefined) return work()
  const known = await claimKey(client, session, idempotencyKey, request)
  if (known !== null) return known
  const answer = await work()
  await keepAnswer(client, session, idempotencyKey, answer)
  return answer
}

/**
 * Claims a key; null when this is its first request. A second request with the same key waits here until the first has
 * committed, and then gets its answer; the same key with another request is refused.
 */
async function claimKey(
  client: PoolClient,
  session: Session,
  key: string,
  request: unknown,
): Promise<string | null> {
  if (key.length > MAX_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key))
    throw badRequest('Idempotency-Key 格式不正确')
  const hash = createHash('sha256')
    .update(JSON.stringify(request) ?? '')
    .digest('hex')
  const owner = [session.tenantId, session.userId, key]
  // All of the user's old keys, not this one alone: no other code removes them.
  await client.query(
    `delete from platform.idempotency_key
     where tenant_id = $1 and user_id = $2 and created_at < now() - interval '${VALID_FOR}'`,
    owner.slice(0, 2),
  )
  const inserted = await client.query(
    `insert into platform.idempotency_key (tenant_id, user_id, key, request_hash) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [...owner, hash],
  )
  if (inserted.rowCount) return null
  const known = await client.query<{ request_hash: string; answer: string | null }>(
    'select request_hash, answer from platform.idempotency_key where tenant_id = $1 and user_id = $2 and key = $3',
    owner,
  )
  const first = known.rows[0]
  if (!first || first.request_hash !== hash) throw new AppError('KEY_REUSED')
  return first.answer
}

/** Keeps the answer for repeats. */
async function keepAnswer(client: PoolClient, session: Session, key: string, answer: string): Promise<void> {
  await client.query(
    'update platform.idempotency_key set answer = $4 where tenant_id = $1 and user_id = $2 and key = $3',
    [session.tenantId, session.userId, key, answer],
  )
}
