import '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import { AppError, forbidden, notSignedIn } from '../errors.ts'
import { may } from '../permission/may.ts'
import type { Session } from '../permission/session.ts'

/** Who may call a route. `{code}` in a permission stands for the form that the parameter `code` names. */
export type Access = 'public' | 'signedIn' | { permission: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    /** The caller. Reading it on a public route is a programming error. */
    session: Session
    /** The caller of a public route, when he is signed in all the same. */
    visitor: Session | null
  }
}

/** One route and who may call it. */
export interface DeclaredRoute {
  method: string
  url: string
  access: Access
}

export interface AccessParts {
  /** The session of a token; null when there is none. Throws when the tenant asked for is not the user's. */
  sessionOf(token: string, tenant: string | undefined): Promise<Session | null>
  /** Code of the form that a name stands for; null when there is none. */
  formCode(name: string): string | null
  /** Told of every refusal, for the log. */
  onRefused(request: FastifyRequest, session: Session | null, why: string): void
}

/** Sockets: a browser can name nothing but protocols when it opens one, and an address would be logged. */
const PROTOCOL_TOKEN = /\/(websocket|vxeSocket)\//
/** What one address may ask in a minute without a valid session. */
const ANONYMOUS_LIMIT = { max: 6000, timeWindow: '1 minute' }

/**
 * Denies by default: a route without declared access stops the start, and every call is decided before its input is
 * looked at. Answers the list of routes, which grows as they are registered.
 */
export function installAccess(app: FastifyInstance, parts: AccessParts): readonly DeclaredRoute[] {
  const routes: DeclaredRoute[] = []

  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    const methods = Array.isArray(route.method) ? route.method : [route.method]
    if (!access)
      throw new Error(
        `Route ${methods.join(',')} ${route.url} declares no access: public, signedIn or a permission`,
      )
    for (const method of methods) if (method !== 'HEAD') routes.push({ method, url: route.url, access })
  })
  app.decorateRequest('session', null as unknown as Session)
  app.decorateRequest('visitor', null)

  const anonymous = app.createRateLimit(ANONYMOUS_LIMIT)

  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    // An unknown address has no route; the not-found handler answers it.
    if (!access) return
    const token = tokenOf(request)
    if (access === 'public') {
      // A tenant that is not his must not keep a user from signing out.
      if (token) request.visitor = await parts.sessionOf(token, undefined)
      return
    }
    const tenant = request.headers['tenant-id']
    const session = token ? await parts.sessionOf(token, Array.isArray(tenant) ? tenant[0] : tenant) : null
    if (!session) {
      const tries = await anonymous(request)
      if (!tries.isAllowed && tries.isExceeded) throw new AppError(429, '请求过于频繁，请稍后再试')
      parts.onRefused(request, null, token ? 'token not valid' : 'no token')
      throw notSignedIn(token ? undefined : 'token为空!')
    }
    request.session = session
    request.visitor = session
    if (access === 'signedIn') return
    const permission = access.permission.includes('{code}')
      ? formPermission(access.permission, request, parts)
      : access.permission
    // Whoever may try every form out is told that one does not exist; others cannot tell it from a forbidden one.
    const decision = may(session, 'use', { permission: permission ?? FORM_DESIGN })
    if (decision.allowed) return
    parts.onRefused(request, session, decision.why)
    throw forbidden()
  })
  return routes
}

function formPermission(permission: string, request: FastifyRequest, parts: AccessParts): string | null {
  const { code } = request.params as { code?: string }
  const form = code === undefined ? null : parts.formCode(code)
  return form === null ? null : permission.replace('{code}', form)
}

/** The caller's token: the header, or the sub-protocol of a socket, which a browser opens without headers of ours. */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers['x-access-token']
  if (typeof header === 'string' && header !== '') return header
  if (!PROTOCOL_TOKEN.test(request.routeOptions.url ?? '')) return null
  const offered = request.headers['sec-websocket-protocol'] ?? ''
  // Our own pages offer a name and the token, other clients the token alone.
  return offered.split(',').at(-1)?.trim() || null
}
