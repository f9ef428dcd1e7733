import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { nothing } from '#schemas/api/answer.ts'
import {
  buttonsShape,
  departChoiceBody,
  departChosen,
  departsBeforeShape,
  loginBody,
  ownDepartsShape,
  ownInfoShape,
  passwordChangeBody,
  rightsShape,
  type SignInResult,
  signInShape,
  tenantChosen,
} from '#schemas/api/auth.ts'
import { type Done, ok, type Refused, refused } from '#schemas/api/envelope.ts'
import { fieldRefusal, type SignInRefusal, signInRefusal, tenantChoiceBody } from '#schemas/api/sign-in.ts'
import type { ListKind } from '#schemas/compile/wire/list-kind.ts'
import { tokenOf } from '../../http/access.ts'
import { route } from '../../http/route.ts'
import type { Caller, Outcome } from './admission.ts'
import type { Captchas } from './captcha.ts'
import { v3Rights } from './menu-v3.ts'
import type { AuthService } from './service.ts'

/** The own password and what a page needs to ask for it: the menu of the frame and the own departments. */
const OWN_ACCOUNT = { access: 'signedIn', beforePasswordChange: true, ownAccount: true } as const
/** Longest name of a device that is kept. */
const MAX_DEVICE = 200
/** Tries of one address in a minute, right or wrong: each costs a slow hash. Many people may share an address. */
export const SIGN_IN_LIMIT = { max: 300, timeWindow: '1 minute' }

export interface AuthRouteParts {
  service: AuthService
  captchas: Captchas
  /** A client that shows captcha pictures needs one for every sign-in. */
  captchaAlways: boolean
  /** How a form's list is drawn; null where the code names no form. */
  listKind(form: string): ListKind | null
}

/** Routes of sign-in, sign-out and the own account. */
export function registerAuth(
  app: FastifyInstance,
  { service, captchas, captchaAlways, listKind }: AuthRouteParts,
): void {
  const trial = { access: 'public', rateLimit: SIGN_IN_LIMIT } as const
  route(
    app,
    'POST',
    '/sys/login',
    { ...trial, body: loginBody, answer: signInShape, refusal: signInRefusal },
    async (request) => {
      // Only that client has a place for the picture.
      const proof = request.dialect === 'v3' ? { always: captchaAlways } : undefined
      return admitted(await service.signIn(request.body, callerOf(request), proof))
    },
  )

  route(
    app,
    'GET',
    '/sys/randomImage/:checkKey',
    { ...trial, params: Type.Object({ checkKey: Type.String({ maxLength: 64 }) }), answer: Type.String() },
    async (request) => ok(await captchas.draw(request.params.checkKey)),
  )

  route(
    app,
    'POST',
    '/sys/loginGetUserDeparts',
    { ...trial, body: loginBody, answer: departsBeforeShape, refusal: fieldRefusal },
    async (request) => said(await service.departsBefore(request.body, callerOf(request)), ''),
  )

  route(app, 'GET', '/sys/user/getUserInfo', { ...OWN_ACCOUNT, answer: ownInfoShape }, async ({ session }) =>
    ok(await service.ownInfo(session)),
  )

  // Accounts have no default password here: the first one is generated, and one that was given has to be changed.
  route(app, 'GET', '/sys/user/verifyIzDefaultPwd', { ...OWN_ACCOUNT, answer: nothing }, async () =>
    ok(null, 'no'),
  )

  route(app, ['POST', 'GET'], '/sys/logout', { access: 'public', answer: nothing }, async (request) => {
    const token = tokenOf(request)
    if (!token || !request.visitor) return refused('Token无效!')
    await service.signOut(token, request.visitor, callerOf(request))
    return ok(null, '退出登录成功！')
  })

  route(
    app,
    'GET',
    '/sys/permission/getUserPermissionByToken',
    { ...OWN_ACCOUNT, answer: rightsShape },
    async ({ session, dialect }) => {
      const rights = await service.rights(session)
      return ok(dialect === 'v3' ? v3Rights(rights, listKind) : rights)
    },
  )
  route(
    app,
    'GET',
    '/sys/permission/getPermCode',
    { ...OWN_ACCOUNT, answer: buttonsShape },
    async ({ session }) => {
      const { menu: _apart, homePath: _begins, ...buttons } = await service.rights(session)
      return ok(buttons)
    },
  )
  route(
    app,
    'GET',
    '/sys/user/getCurrentUserDeparts',
    { ...OWN_ACCOUNT, answer: ownDepartsShape },
    async ({ session }) => ok(await service.departs(session)),
  )

  route(
    app,
    'POST',
    '/sys/selectTenant',
    { access: 'signedIn', body: tenantChoiceBody, answer: tenantChosen, refusal: fieldRefusal },
    async (request) =>
      said(await service.selectTenant(tokenOf(request) ?? '', request.session, request.body.tenantId)),
  )

  // The specification says POST, the wire's server PUT.
  route(
    app,
    ['POST', 'PUT'],
    '/sys/user/updatePassword',
    { ...OWN_ACCOUNT, body: passwordChangeBody, answer: nothing, refusal: fieldRefusal },
    async (request) =>
      said(await service.changePassword(request.session, request.body, callerOf(request)), '密码重置成功!'),
  )
  route(
    app,
    ['POST', 'PUT'],
    '/sys/selectDepart',
    { access: 'signedIn', body: departChoiceBody, answer: departChosen, refusal: fieldRefusal },
    async ({ session, body }) => said(await service.selectDepart(session, body.orgCode)),
  )
}

/** The answer of every way to sign in. */
export function admitted(outcome: Outcome<SignInResult>): Done<SignInResult> | Refused<SignInRefusal | null> {
  // The wire's own oddity: the specified client compares the code with the string '200'.
  if (outcome.ok) return ok(outcome.value, '登录成功', '200')
  return outcome.detail ? refused(outcome.message, 500, outcome.detail) : refused(outcome.message)
}

/** Who calls, as limits on sign-in and the event log name it. */
export function callerOf(request: FastifyRequest): Caller {
  const agent = request.headers['user-agent']
  return {
    address: request.ip,
    requestId: String(request.id),
    device: agent ? agent.slice(0, MAX_DEVICE) : null,
  }
}

/** The envelope of an outcome: its value, or why it was refused. */
export function said<T>(outcome: Outcome<T>, message?: string): Done<T> | Refused<{ field: string } | null> {
  if (outcome.ok) return ok(outcome.value, message)
  return outcome.field === undefined
    ? refused(outcome.message)
    : refused(outcome.message, 500, { field: outcome.field })
}
