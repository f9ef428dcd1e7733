import '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type DepartChoiceBody,
  departChoiceBody,
  type LoginBody,
  loginBody,
  type PasswordChangeBody,
  passwordChangeBody,
  type SignInResult,
} from '#schemas/api/auth.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import { type TenantChoiceBody, tenantChoiceBody } from '#schemas/api/sign-in.ts'
import { tokenOf } from '../../http/access.ts'
import type { Caller, Outcome } from './admission.ts'
import type { AuthService } from './service.ts'

const PUBLIC = { config: { access: 'public' } } as const
const SIGNED_IN = { config: { access: 'signedIn' } } as const
/** Tries of one address in a minute, right or wrong: each costs a slow hash. Many people may share an address. */
export const SIGN_IN_LIMIT = { max: 300, timeWindow: '1 minute' }

/** Routes of sign-in, sign-out and the own account. */
export function registerAuth(app: FastifyInstance, service: AuthService): void {
  app.post<{ Body: LoginBody }>(
    '/sys/login',
    { schema: { body: loginBody }, config: { access: 'public', rateLimit: SIGN_IN_LIMIT } },
    async (request) => {
      const outcome = await service.signIn(request.body, callerOf(request))
      return admitted(outcome)
    },
  )

  for (const method of ['POST', 'GET'] as const)
    app.route({
      method,
      url: '/sys/logout',
      ...PUBLIC,
      handler: async (request) => {
        const token = tokenOf(request)
        if (!token || !request.visitor) return refused('Token无效!')
        await service.signOut(token, request.visitor, callerOf(request))
        return ok(null, '退出登录成功！')
      },
    })

  app.get('/sys/permission/getUserPermissionByToken', SIGNED_IN, async (request) =>
    ok(await service.rights(request.session)),
  )
  app.get('/sys/user/getCurrentUserDeparts', SIGNED_IN, async (request) =>
    ok(await service.departs(request.session)),
  )

  app.post<{ Body: TenantChoiceBody }>(
    '/sys/selectTenant',
    { schema: { body: tenantChoiceBody }, ...SIGNED_IN },
    async (request) =>
      said(await service.selectTenant(tokenOf(request) ?? '', request.session, request.body.tenantId)),
  )

  // The specification says POST, the wire's server PUT.
  for (const method of ['POST', 'PUT'] as const) {
    app.route<{ Body: PasswordChangeBody }>({
      method,
      url: '/sys/user/updatePassword',
      schema: { body: passwordChangeBody },
      ...SIGNED_IN,
      handler: async (request) =>
        said(await service.changePassword(request.session, request.body, callerOf(request)), '密码重置成功!'),
    })
    app.route<{ Body: DepartChoiceBody }>({
      method,
      url: '/sys/selectDepart',
      schema: { body: departChoiceBody },
      ...SIGNED_IN,
      handler: async (request) => said(await service.selectDepart(request.session, request.body.orgCode)),
    })
  }
}

/** The answer of every way to sign in. */
export function admitted(outcome: Outcome<SignInResult>) {
  // The wire's own oddity: the specified client compares the code with the string '200'.
  return outcome.ok ? { ...ok(outcome.value, '登录成功'), code: '200' } : refused(outcome.message)
}

export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, requestId: String(request.id) }
}

export function said<T>(outcome: Outcome<T>, message?: string) {
  return outcome.ok ? ok(outcome.value, message) : refused(outcome.message)
}
