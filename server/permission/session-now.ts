import type { Session } from './session.ts'
import { sessionOf } from './session-of.ts'
import type { SessionStore } from './session-store.ts'

/** A user with the rights of this moment, for work that goes on without a call; null where the user is no longer one of the tenant. */
export async function sessionNow(
  sessions: Pick<SessionStore, 'rights'>,
  { userId, tenantId }: Pick<Session, 'userId' | 'tenantId'>,
  /** Names the session in logs. */
  name: string,
): Promise<Session | null> {
  const rights = await sessions.rights({ userId, tenantId })
  return rights?.tenants.includes(tenantId) ? sessionOf(name, tenantId, rights) : null
}
