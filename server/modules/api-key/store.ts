import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { OwnApiKey } from '#schemas/api/api-key.ts'
import type { Tables } from '../../database/tables.ts'
import type { newApiKey } from '../../permission/api-keys.ts'
import type { Session } from '../../permission/session.ts'

/** The keys of the session's user in its tenant, the newest first. */
export async function ownKeys(read: Kysely<Tables>, { userId, tenantId }: Session): Promise<OwnApiKey[]> {
  return read
    .selectFrom('sys_api_key')
    .select([
      'id',
      'key_name as keyName',
      'key_hint as keyHint',
      'rights',
      'end_date as endDate',
      'status',
      'last_used as lastUsed',
      'create_time as createTime',
    ])
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenantId)
    .orderBy('create_time', 'desc')
    .orderBy('id')
    .execute()
}

/** Names of the keys of a user that are not revoked, in all tenants. */
export async function keyNamesOf(write: Kysely<Tables>, userId: string): Promise<string[]> {
  const kept = await write
    .selectFrom('sys_api_key')
    .select('key_name')
    .where('user_id', '=', userId)
    .where('status', '=', '1')
    .execute()
  return kept.map(({ key_name }) => key_name)
}

/** Keeps a new key of the session's user; answers its id. */
export async function addKey(
  write: Kysely<Tables>,
  { userId, username, tenantId }: Session,
  {
    name,
    made,
    rights,
    endDate,
  }: {
    name: string
    made: ReturnType<typeof newApiKey>
    rights: readonly string[]
    endDate: string
  },
): Promise<string> {
  const id = randomUUID()
  await write
    .insertInto('sys_api_key')
    .values({
      id,
      tenant_id: tenantId,
      user_id: userId,
      key_name: name,
      key_hint: made.hint,
      key_hash: made.hash,
      rights: rights.join(','),
      end_date: endDate,
      create_by: username,
    })
    .execute()
  return id
}

/** Revokes a key of the session's user; answers its name, null where there is no such key. */
export async function revokeKey(
  write: Kysely<Tables>,
  { userId, username }: Session,
  id: string,
  at: string,
): Promise<string | null> {
  const revoked = await write
    .updateTable('sys_api_key')
    .set({ status: '2', update_by: username, update_time: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('key_name')
    .executeTakeFirst()
  return revoked?.key_name ?? null
}
