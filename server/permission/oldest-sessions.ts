import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Ends the sessions of a user beyond the newest `kept` ones; answers the hashes of their tokens. */
export async function endOldest(write: Kysely<Tables>, userId: string, kept: number): Promise<string[]> {
  const ended = await write
    .deleteFrom('sys_session')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('sys_session')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .offset(kept),
    )
    .returning('token_hash')
    .execute()
  return ended.map(({ token_hash }) => token_hash)
}
