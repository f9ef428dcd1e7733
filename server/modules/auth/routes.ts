import '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ok, refused } from '#schemas/api/envelope.ts'
import { tokenOf } from '../../http/access.ts'
import type { AuthService, Caller, Outcome } from './service.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const credentials = Type.Object({ username: text(100), password: text(256) })
const passwordChange = Type.Object({
  username: Type.Optional(text(100)),
  oldpassword: Type.Optional(text(256)),
  password: Type.Optional(text(256)),
  confirmpassword: Type.Optional(text(256)),
})
const departChoice = Type.Object({ orgCode: text(64), username: Type.Optional(text(100)) })

const PUBLIC = { config: { access: 'public' } } as const
const SIGNED_IN = { config: { access: 'signedIn' } } as const
/** Slower than the guard against wrong passwords: what one address may ask in a minute. */
const SIGN_IN_LIMIT = { max: 60, timeWindow: '1 minute' }

/** Routes of sign-in, sign-out and the own account. */
export function registerAuth(app: FastifyInstance, service: AuthService): void {
  app.post<{ Body: { username: string; password: string } }>(
    '/sys/login',
    { schema: { body: credentials }, config: { access: 'public', rateLimit: SIGN_IN_LIMIT } },
    async (request) => {
      const outcome = await service.signIn(request.body.username, request.body.password, callerOf(request))
      // The wire's own oddity: the specified client compares the code with the string '200'.
      return outcome.ok ? { ...ok(outcome.value, '登录成功'), code: '200' } : refused(outcome.message)
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

  // The specification says POST, the wire's server PUT.
  for (const method of ['POST', 'PUT'] as const) {
    app.route<{ Body: Record<string, string> }>({
      method,
      url: '/sys/user/updatePassword',
      schema: { body: passwordChange },
      ...SIGNED_IN,
      handler: async (request) =>
        said(await service.changePassword(request.session, request.body, callerOf(request)), '密码重置成功!'),
    })
    app.route<{ Body: { orgCode: string } }>({
      method,
      url: '/sys/selectDepart',
      schema: { body: departChoice },
      ...SIGNED_IN,
      handler: async (request) => said(await service.selectDepart(request.session, request.body.orgCode)),
    })
  }
}

function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, requestId: String(request.id) }
}

function said<T>(outcome: Outcome<T>, message?: string) {
  return outcome.ok ? ok(outcome.value, message) : refused(outcome.message)
}
