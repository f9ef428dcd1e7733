import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { signInShape } from '#schemas/api/auth.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import {
  oidcBegunShape,
  oidcEndShape,
  oidcLoginBody,
  oidcOwnShape,
  signInRefusal,
} from '#schemas/api/sign-in.ts'
import { requestEvent } from '../../http/request-event.ts'
import { route } from '../../http/route.ts'
import type { EventLog } from '../../operation/event-log.ts'
import { OIDC_ATTEMPT_MS, type OidcSignIn } from './oidc.ts'
import { admitted, callerOf, SIGN_IN_LIMIT } from './routes.ts'

const PUBLIC = { access: 'public', rateLimit: SIGN_IN_LIMIT } as const
const OWN = { access: 'signedIn', ownAccount: true } as const
/** Binds an attempt to the browser that began it: scripts cannot read it, and other sites cannot send it along. */
const COOKIE = 'oidc_attempt'

/** Routes of signing in through an OpenID Connect provider, of leaving it, and of the link to the own account. */
export function registerOidc(app: FastifyInstance, oidc: OidcSignIn, log: Pick<EventLog, 'write'>): void {
  const path = `${app.prefix}/sys/oidc`

  route(app, 'POST', '/sys/oidc/begin', { ...PUBLIC, answer: oidcBegunShape }, async (request, reply) => {
    const begun = await oidc.begin(request.headers.origin)
    if (!begun.ok) return refused(begun.message)
    const { url, browser, isSecure } = begun.value
    reply.header(
      'Set-Cookie',
      `${COOKIE}=${browser}; Path=${path}; Max-Age=${OIDC_ATTEMPT_MS / 1000}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
    )
    return ok({ url })
  })

  route(
    app,
    'POST',
    '/sys/oidc/login',
    { ...PUBLIC, body: oidcLoginBody, answer: signInShape, refusal: signInRefusal },
    async (request, reply) => {
      reply.header('Set-Cookie', `${COOKIE}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax`)
      return admitted(await oidc.signIn(request.body, browserOf(request), callerOf(request)))
    },
  )

  route(app, 'POST', '/sys/oidc/end', { ...PUBLIC, answer: oidcEndShape }, async (request) => {
    const ended = await oidc.end(request.headers.origin)
    return ended.ok ? ok({ url: ended.value }) : refused(ended.message)
  })

  route(app, 'GET', '/sys/oidc/own', { ...OWN, answer: oidcOwnShape }, async ({ session }) => {
    const own = await oidc.own(session.userId)
    return own.ok ? ok(own.value) : refused(own.message)
  })

  route(
    app,
    'POST',
    '/sys/oidc/link',
    { ...OWN, rateLimit: SIGN_IN_LIMIT, body: oidcLoginBody, answer: nothing },
    async (request, reply) => {
      reply.header('Set-Cookie', `${COOKIE}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax`)
      const linked = await oidc.link(request.body, browserOf(request), request.session.userId)
      told(request, '绑定统一认证账号', linked.ok)
      return linked.ok ? ok(null, '已绑定统一认证账号') : refused(linked.message)
    },
  )

  route(app, 'POST', '/sys/oidc/unlink', { ...OWN, answer: nothing }, async (request) => {
    const ended = await oidc.unlink(request.session.userId)
    told(request, '解除绑定统一认证账号', ended.ok)
    return ended.ok ? ok(null, '已解除绑定') : refused(ended.message)
  })

  function told(request: FastifyRequest, content: string, isDone: boolean): void {
    log.write({ ...requestEvent(request), kind: 'signIn', content, result: isDone ? 'success' : 'failure' })
  }
}

function browserOf({ headers }: FastifyRequest): string {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{1,100})(?:;|$)`).exec(headers.cookie ?? '')?.[1] ?? ''
}
