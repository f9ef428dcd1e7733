import { setTimeout as sleep } from 'node:timers/promises'
import * as client from 'openid-client'
import type { OidcConfig } from '../../config-oidc.ts'
import { limitedText } from '../../http/limited-body.ts'
import { longSecret } from './one-time-secrets.ts'

/** Most that is read of one answer of the provider. */
const MAX_BYTES = 256 * 1024
/** One request; and all requests of one step of a sign-in together, which somebody waits for. */
const REQUEST_S = 5
const STEP_MS = 7000
/** The provider's addresses are asked for anew after this. */
const KNOWN_MS = 60 * 60_000
/** Difference of the clocks of both servers. */
const CLOCK_TOLERANCE_S = 30

/** The provider did not answer, or not as a provider does: trying again later may help. */
export class ProviderAway extends Error {}

/** What is kept of a sign-in while the browser is at the provider. */
export interface OidcAttempt {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

/** What the provider says of a person, after every check. */
export type OidcClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** The authorization code flow with PKCE, state and nonce. */
export interface OidcProvider {
  /** The provider's page for a new attempt. */
  begin(redirectUri: string): Promise<{ url: string; attempt: OidcAttempt }>
  /** Exchanges the code. Throws ProviderAway, or what was wrong with the answer. */
  finish(attempt: OidcAttempt, returned: { code: string; iss?: string }): Promise<OidcClaims>
  /** The provider's page that ends the session there and leads back; null where it has none. */
  end(returnTo: string): Promise<string | null>
}

/** Speaks with the one provider of the configuration; no address comes from a request. */
export function createOidcProvider(config: OidcConfig): OidcProvider {
  let known: { until: number; found: Promise<client.Configuration> } | null = null

  function discovered(): Promise<client.Configuration> {
    if (known && known.until > Date.now()) return known.found
    const found = discover(config)
    const asked = { until: Date.now() + KNOWN_MS, found }
    known = asked
    found.catch(() => {
      if (known === asked) known = null
    })
    return found
  }

  async function claimsOf(attempt: OidcAttempt, { code, iss }: { code: string; iss?: string }) {
    const provider = await discovered()
    const returned = new URL(attempt.redirectUri)
    returned.search = String(
      new URLSearchParams({ code, state: attempt.state, ...(iss === undefined ? {} : { iss }) }),
    )
    const tokens = await client.authorizationCodeGrant(provider, returned, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider sent no ID token')
    const isComplete = config.userClaim === null || claims[config.userClaim] !== undefined
    if (isComplete || !provider.serverMetadata().userinfo_endpoint) return claims
    return { ...(await client.fetchUserInfo(provider, tokens.access_token, claims.sub)), ...claims }
  }

  return {
    async begin(redirectUri) {
      const provider = await inTime(discovered())
      const [state, nonce, verifier] = [longSecret(), longSecret(), longSecret()]
      const url = client.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: config.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      // The browser follows it: no script, no other program.
      if (!/^https?:$/.test(url.protocol)) throw new Error(`The provider names the page ${url.protocol}`)
      return { url: url.href, attempt: { state, nonce, verifier, redirectUri } }
    },

    finish: (attempt, returned) => inTime(claimsOf(attempt, returned)),

    async end(returnTo) {
      const provider = await inTime(discovered())
      if (!provider.serverMetadata().end_session_endpoint) return null
      // No token of the provider is kept: it is told the client, and may ask the user.
      const url = client.buildEndSessionUrl(provider, { post_logout_redirect_uri: returnTo })
      if (!/^https?:$/.test(url.protocol)) throw new Error(`The provider names the page ${url.protocol}`)
      return url.href
    },
  }
}

/** Whether the provider could not be reached, wherever the library wrapped it. */
export function isAway(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof ProviderAway) return true
  return false
}

async function discover(config: OidcConfig): Promise<client.Configuration> {
  const issuer = new URL(config.issuer)
  return client.discovery(
    issuer,
    config.clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_S },
    authentication(config.clientSecret),
    {
      timeout: REQUEST_S,
      [client.customFetch]: limitedFetch,
      execute: [
        // Without it the library trusts the connection and leaves the ID token's signature unread.
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

/** In the header, as the standard's default is; in the body where the provider takes it only there. */
function authentication(secret: string | null): client.ClientAuth {
  if (secret === null) return client.None()
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isPost = taken.includes('client_secret_post') && !taken.includes('client_secret_basic')
    return (isPost ? post : basic)(server, ...rest)
  }
}

/** Follows no redirect, reads no endless answer; a failure of the provider's server is its absence. */
const limitedFetch: client.CustomFetch = async (url, { body, ...options }) => {
  try {
    const answer = await fetch(url, { ...options, body: body ?? null } as RequestInit)
    const text = answer.body ? await limitedText(answer.body, MAX_BYTES) : ''
    if (answer.status >= 500) throw new Error(`The provider answered ${answer.status}`)
    return new Response(text || null, { status: answer.status, headers: answer.headers })
  } catch (cause) {
    throw new ProviderAway(`${new URL(url).origin} cannot be asked`, { cause })
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = sleep(STEP_MS, undefined, { signal: timer.signal }).then(() => {
    throw new ProviderAway(`no answer within ${STEP_MS} ms`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
  }
}
