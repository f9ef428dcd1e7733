import '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import type { SessionEnd } from '#schemas/api/session-end.ts'
import { AppError, badRequest, forbidden, notSignedIn } from '../errors.ts'
import { may } from '../permission/may.ts'
import type { Session } from '../permission/session.ts'

/** What a route does to the records of a form. */
export interface FormAccess {
  /** Last part of the permission code: `list`, `add` …; `:action` stands for the route's parameter of that name. */
  action: string
  /** Code of the form; where absent, the one that the parameter `code` names. */
  form?: string
}

/** Who may call a route. */
export type Access = 'public' | 'signedIn' | { permission: string } | FormAccess

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Answered also to a user who has to change the password, or to set up a second factor, first. */
    beforePasswordChange?: true
    /** About the account itself: for a person, never for a key of an integrator. */
    ownAccount?: true
    /** Changes nothing, whatever the method that the wire gives it: the log has no line of it. */
    readsOnly?: true
  }
  interface FastifyRequest {
    /** The caller. Reading it on a public route is a programming error. */
    session: Session
    /** The caller of a public route, when they are signed in all the same. */
    visitor: Session | null
  }
}

/** One route and who may call it. */
export interface DeclaredRoute {
  method: string
  url: string
  access: Access
  /** Shapes of what the route takes, where it declares them: names of parameters and body fields are read from here. */
  schema?: FastifySchema
}

export interface AccessParts {
  /** The session of a token; null when there is none. Throws when the tenant asked for is not the user's. */
  sessionOf(token: string, tenant: string | undefined): Promise<Session | null>
  /** Why the session of a token that is not valid ended; null where that is unknown. */
  whyEnded?(token: string): Promise<SessionEnd | null>
  /** The session of an integrator's key; null when it is not valid. Absent where there are no keys. */
  sessionOfKey?(key: string, tenant: string | undefined): Promise<Session | null>
  /** The permission code that an action of a form needs; null when there is no such form. */
  permissionOf(form: string, action: string): string | null
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
    for (const method of methods)
      if (method !== 'HEAD')
        routes.push({ method, url: route.url, access, ...(route.schema ? { schema: route.schema } : {}) })
  })
  app.decorateRequest('session', null as unknown as Session)
  app.decorateRequest('visitor', null)

  const anonymous = app.createRateLimit(ANONYMOUS_LIMIT)

  app.addHook('onRequest', async (request) => {
    const { access, beforePasswordChange, ownAccount } = request.routeOptions.config
    // An unknown address has no route; the not-found handler answers it.
    if (!access) return
    const token = tokenOf(request)
    if (access === 'public') {
      // A user in a tenant they were removed from can still sign out.
      if (token) request.visitor = await parts.sessionOf(token, undefined)
      return
    }
    const key = token ? null : apiKeyOf(request)
    const session = token
      ? await parts.sessionOf(token, tenantOf(request))
      : key
        ? ((await parts.sessionOfKey?.(key, tenantOf(request))) ?? null)
        : null
    if (!session) {
      const tries = await anonymous(request)
      if (!tries.isAllowed && tries.isExceeded) throw new AppError('TOO_MANY_REQUESTS')
      parts.onRefused(request, null, token ? 'token not valid' : key ? 'key not valid' : 'no token')
      const ended = token ? await parts.whyEnded?.(token) : null
      if (ended) throw new AppError('NOT_SIGNED_IN', undefined, { ended })
      throw notSignedIn(token ? undefined : key ? '接口密钥无效、已撤销或已过期' : 'token为空!')
    }
    request.session = session
    request.visitor = session
    if (session.mustChangePassword && !beforePasswordChange) throw new AppError('PASSWORD_CHANGE')
    if (session.mustSetSecondFactor && !beforePasswordChange) throw new AppError('SECOND_FACTOR')
    // A key reads what everybody reads; it changes what its rights say, and nothing of its user's own account.
    if (session.only && (ownAccount || (access === 'signedIn' && request.method !== 'GET'))) {
      parts.onRefused(request, session, 'not for keys')
      throw forbidden('接口密钥不能用于此操作')
    }
    if (access === 'signedIn') return
    const permission = 'permission' in access ? access.permission : formPermission(access, request, parts)
    // Whoever may try every form out is told that one does not exist; others cannot tell it from a forbidden one.
    const decision = may(session, 'use', { permission: permission ?? FORM_DESIGN })
    if (decision.allowed) return
    parts.onRefused(request, session, decision.why)
    throw forbidden()
  })
  return routes
}

function formPermission(access: FormAccess, request: FastifyRequest, parts: AccessParts): string | null {
  const { code, action = '' } = request.params as { code?: string; action?: string }
  const name = access.form ?? code
  return name === undefined
    ? null
    : parts.permissionOf(name, access.action === ':action' ? action : access.action)
}

/** Clients of this wire name the tenant in one of these headers, some in both. */
const TENANT_HEADERS = ['tenant-id', 'x-tenant-id']

/** The tenant that a call asks to work in; undefined where it names none, for which clients also send 0. */
export function tenantOf({ headers }: FastifyRequest): string | undefined {
  const named = TENANT_HEADERS.flatMap((name) => headers[name] ?? []).filter(
    (one) => one !== '' && one !== '0',
  )
  if (new Set(named).size > 1) throw badRequest('请求头 tenant-id 与 X-Tenant-Id 的租户不一致')
  return named[0]
}

/** The key of an integrator, in a header of its own or as a bearer. */
function apiKeyOf({ headers }: FastifyRequest): string | null {
  const own = headers['x-api-key']
  if (typeof own === 'string' && own !== '') return own
  return /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
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
