import type { Envelope } from '#schemas/api/envelope.ts'
import { CALL_PATHS } from '../api/call-paths.ts'
import type { Http } from '../api/http.ts'
import { createStore } from './storage.ts'

const NAME = 'OIDC_SESSION'
const kept = createStore(() => localStorage)

/** Whether the session of this browser came from the OpenID Connect provider, which then has one of its own. */
export const atProvider = {
  came: () => kept.set(NAME, true),
  /** After signing out here: goes to the page of the provider that ends the session there, too. */
  async leave(http: Pick<Http, 'post'>, go = (url: string) => window.location.assign(url)): Promise<void> {
    if (kept.get(NAME) !== true) return
    kept.remove(NAME)
    const answer = await http
      .post<Envelope<{ url: string | null }>>(CALL_PATHS.oidcEnd, {}, { quiet: true })
      .catch(() => null)
    if (answer?.success && answer.result.url) go(answer.result.url)
  },
}

/** What a provider sends the browser back with. */
const RETURNED = ['state', 'code', 'error', 'iss']

/** The part of an address that the provider sent the browser back with. */
export function returnedBy(search: string): Record<string, string> {
  const query = new URLSearchParams(search)
  return Object.fromEntries(
    RETURNED.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])),
  )
}

/** Where somebody who is signed in comes back to: the page of the own account, which links the two. */
export function linkTarget(fullPath: string): string | null {
  const search = fullPath.includes('?') ? fullPath.slice(fullPath.indexOf('?')) : ''
  const { state, ...rest } = returnedBy(search)
  return state !== undefined && ('code' in rest || 'error' in rest) ? `/system/usersetting${search}` : null
}
