import { type Credentials, effectiveTenants, type Session } from '../session/session.ts'

/**
 * Signs the user in anew without leaving the page, in the tenant that he worked in: a new session begins in the first of
 * his tenants.
 */
export async function signInAgain(
  session: Pick<Session, 'authenticate' | 'accept'>,
  tenantId: string | null,
  credentials: Credentials,
): Promise<void> {
  const answer = await session.authenticate(credentials)
  const tenants = effectiveTenants(answer)
  const tenant = tenants.find(({ id }) => String(id) === tenantId) ?? tenants[0]
  await session.accept(answer, tenant ? { tenantId: tenant.id } : {})
}
