import type { Credentials } from './authentication.ts'
import { effectiveTenants, type Session } from './session.ts'
import type { SignInAnswer } from './wire.ts'

/**
 * Signs the user in anew without leaving the page, in the same tenant: a new session begins in the first of the user's
 * tenants.
 */
export async function signInAgain(
  session: Pick<Session, 'authenticate' | 'accept'>,
  tenantId: string | null,
  credentials: Credentials,
): Promise<void> {
  await goOnWith(session, tenantId, await session.authenticate(credentials))
}

/** Takes up the answer of a sign-in in the tenant that the page works in. */
export async function goOnWith(
  session: Pick<Session, 'accept'>,
  tenantId: string | null,
  answer: SignInAnswer,
): Promise<void> {
  const tenants = effectiveTenants(answer)
  const tenant = tenants.find(({ id }) => String(id) === tenantId) ?? tenants[0]
  await session.accept(answer, tenant ? { tenantId: tenant.id } : {})
}
