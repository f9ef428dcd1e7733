import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** What the provider knows of somebody. */
type Person = Readonly<Record<string, unknown>> & { readonly sub: string }

/** How the next token is spoilt. */
export interface Spoilt {
  /** Claims of the ID token that are otherwise. */
  claims?: Record<string, unknown>
  /** No signature at all, or one of a key that is not the provider's. */
  signature?: 'none' | 'foreign'
  /** The person's claims are in the answer of userinfo only. */
  onlyUserinfo?: boolean
  /** Userinfo speaks of somebody else. */
  userinfoSub?: string
}

/** A small OpenID Connect provider over HTTP: discovery, keys, codes with PKCE, tokens, userinfo. */
export interface TestProvider {
  url: string
  /** Who is signed in at the provider. */
  person: Person
  spoilt: Spoilt
  /** `down` answers 503, `silent` does not answer. */
  state: 'up' | 'down' | 'silent'
  /** Requests so far, by path. */
  asked: string[]
  /** Gives consent, as a browser does: answers the address that the browser is sent back to. */
  visit(url: string): URL
  close(): Promise<void>
}

interface Grant {
  challenge: string
  redirectUri: string
  nonce: string
  person: Person
  spoilt: Spoilt
}

/** Starts it for one client with this secret. */
export async function startTestProvider(client: { id: string; secret: string }): Promise<TestProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()
  const held = new Set<ServerResponse>()

  const server: Server = createServer((request, response) => {
    provider.asked.push(pathOf(request))
    if (provider.state === 'silent') held.add(response)
    else if (provider.state === 'down') response.writeHead(503).end()
    else void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  const provider: TestProvider = {
    url,
    person: { sub: '1' },
    spoilt: {},
    state: 'up',
    asked: [],
    visit(page) {
      const query = new URL(page).searchParams
      const back = new URL(query.get('redirect_uri') ?? '')
      if (query.get('client_id') !== client.id || query.get('code_challenge_method') !== 'S256')
        throw new Error(`The provider does not take ${page}`)
      const code = randomUUID()
      codes.set(code, {
        challenge: query.get('code_challenge') ?? '',
        redirectUri: back.href,
        nonce: query.get('nonce') ?? '',
        person: provider.person,
        spoilt: provider.spoilt,
      })
      back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '', iss: url }))
      return back
    },
    async close() {
      for (const response of held) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    switch (pathOf(request)) {
      case '/.well-known/openid-configuration':
        return void json({
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          userinfo_endpoint: `${url}/userinfo`,
          jwks_uri: `${url}/keys`,
          end_session_endpoint: `${url}/end`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256', 'none'],
          authorization_response_iss_parameter_supported: true,
        })
      case '/keys':
        return void json({
          keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
        })
      case '/end':
        return void response
          .writeHead(302, {
            location: new URL(url + request.url).searchParams.get('post_logout_redirect_uri') ?? '/',
          })
          .end()
      case '/authorize':
        return void response.writeHead(302, { location: provider.visit(url + request.url).href }).end()
      case '/token': {
        const grant = redeemed(await formOf(request), request.headers.authorization)
        if (!grant) return void json({ error: 'invalid_grant' }, 400)
        const token = randomUUID()
        tokens.set(token, grant)
        return void json({ access_token: token, token_type: 'Bearer', id_token: idToken(grant) })
      }
      case '/userinfo': {
        const grant = tokens.get(request.headers.authorization?.slice('Bearer '.length) ?? '')
        if (!grant) return void json({ error: 'invalid_token' }, 401)
        return void json({ ...grant.person, sub: grant.spoilt.userinfoSub ?? grant.person.sub })
      }
      default:
        return void response.writeHead(404).end()
    }
  }

  /** The grant of a code, once, for the client that shows its secret and the verifier. */
  function redeemed(form: URLSearchParams, authorization: string | undefined): Grant | null {
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      isClient(authorization) &&
      grant?.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri')
    return isRight ? grant : null
  }

  /** Both parts are form-encoded before they are joined, as OAuth has it. */
  function isClient(authorization = ''): boolean {
    const shown = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
    const [id, secret] = shown.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    return id === client.id && secret === client.secret
  }

  function idToken({ person, nonce, spoilt }: Grant): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...(spoilt.onlyUserinfo ? { sub: person.sub } : person),
      iss: url,
      aud: client.id,
      iat: now,
      exp: now + 300,
      nonce,
      ...spoilt.claims,
    }
    const { privateKey } = spoilt.signature === 'foreign' ? foreign : own
    return signed(claims, spoilt.signature === 'none' ? null : privateKey)
  }

  return provider
}

function signed(claims: object, key: KeyObject | null): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part(key ? { alg: 'RS256', kid: 'k1' } : { alg: 'none' })}.${part(claims)}`
  return `${text}.${key ? sign('sha256', Buffer.from(text), key).toString('base64url') : ''}`
}

function pathOf(request: IncomingMessage): string {
  return new URL(request.url ?? '', 'http://provider').pathname
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}
