import type { PoolClient } from 'pg'

/** Where processes tell each other that sessions or rights changed. */
export const RIGHTS_CHANNEL = 'rights_changed'
/** Said there when what users may do has changed; anything else is about a session. */
export const RIGHTS_CHANGED = 'rights'

/** Tells all processes, once the transaction is committed, that rights have changed. */
export async function rightsChangedWith(client: PoolClient): Promise<void> {
  await client.query('select pg_notify($1, $2)', [RIGHTS_CHANNEL, RIGHTS_CHANGED])
}
