import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { nothing } from '#schemas/api/answer.ts'
import { signInShape } from '#schemas/api/auth.ts'
import { ok } from '#schemas/api/envelope.ts'
import {
  casQuery,
  fieldRefusal,
  passwordResetBody,
  passwordRulesShape,
  phoneLoginBody,
  phoneVerificationBody,
  phoneVerifiedShape,
  registerBody,
  secondFactorLoginBody,
  signInRefusal,
  smsBody,
  thirdBindBody,
  thirdTicketBody,
} from '#schemas/api/sign-in.ts'
import { badRequest } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { Accounts } from './accounts.ts'
import type { Admission } from './admission.ts'
import type { NewPasswords } from './new-passwords.ts'
import type { OtherWays } from './other-ways.ts'
import { admitted, callerOf, SIGN_IN_LIMIT, said } from './routes.ts'
import type { SmsCodes } from './sms.ts'

const PUBLIC = { access: 'public', rateLimit: SIGN_IN_LIMIT } as const
/** Header in which a gateway shows its secret. */
const SECRET_HEADER = 'x-third-secret'
/** Longest ticket and address that a query may hold. */
const MAX_QUERY = 2000

interface OtherWayParts {
  admission: Pick<Admission, 'admitWithCode'>
  ways: OtherWays
  codes: SmsCodes
  accounts: Accounts
  passwords: Pick<NewPasswords, 'rules'>
}

/** Routes of the ways to sign in without a password, of registration and of the forgotten password. */
export function registerOtherWays(
  app: FastifyInstance,
  { admission, ways, codes, accounts, passwords }: OtherWayParts,
): void {
  // Said before a password is typed, also to whoever registers.
  route(app, 'GET', '/sys/user/passwordRules', { ...PUBLIC, answer: passwordRulesShape }, async () =>
    ok(await passwords.rules()),
  )

  route(app, 'POST', '/sys/sms', { ...PUBLIC, body: smsBody, answer: nothing }, async (request) => {
    await codes.send(request.body.mobile, request.body.smsmode, request.ip)
    return ok(null, '验证码已发送，请注意查收')
  })

  route(
    app,
    'POST',
    '/sys/phoneLogin',
    { ...PUBLIC, body: phoneLoginBody, answer: signInShape, refusal: signInRefusal },
    async (request) => admitted(await ways.byPhone(request.body, callerOf(request))),
  )

  route(
    app,
    'POST',
    '/sys/secondFactor/login',
    { ...PUBLIC, body: secondFactorLoginBody, answer: signInShape, refusal: signInRefusal },
    async (request) => admitted(await admission.admitWithCode(request.body, callerOf(request))),
  )

  route(
    app,
    'POST',
    '/sys/user/register',
    { ...PUBLIC, body: registerBody, answer: nothing, refusal: fieldRefusal },
    async (request) => said(await accounts.register(request.body, callerOf(request)), '注册成功'),
  )
  route(
    app,
    'POST',
    '/sys/user/phoneVerification',
    { ...PUBLIC, body: phoneVerificationBody, answer: phoneVerifiedShape, refusal: fieldRefusal },
    async (request) => said(await accounts.verifyPhone(request.body, callerOf(request))),
  )
  // The wire's GET would leave the password in addresses and logs.
  route(
    app,
    'POST',
    '/sys/user/passwordChange',
    { ...PUBLIC, body: passwordResetBody, answer: nothing, refusal: fieldRefusal },
    async (request) => said(await accounts.resetPassword(request.body, callerOf(request)), '密码重置完成！'),
  )

  route(
    app,
    'GET',
    '/sys/cas/client/validateLogin',
    { ...PUBLIC, query: casQuery, answer: signInShape, refusal: signInRefusal },
    async (request) =>
      admitted(
        await ways.byCas(textOf(request.query.ticket), textOf(request.query.service), callerOf(request)),
      ),
  )

  route(
    app,
    'POST',
    '/sys/thirdLogin/ticket',
    { ...PUBLIC, body: thirdTicketBody, answer: Type.String() },
    async (request) => {
      const secret = request.headers[SECRET_HEADER]
      return ok(
        await ways.thirdTicket(typeof secret === 'string' ? secret : '', request.body, callerOf(request)),
      )
    },
  )
  route(
    app,
    'GET',
    '/sys/thirdLogin/getLoginUser/:token/:source',
    { ...PUBLIC, answer: signInShape, refusal: signInRefusal },
    async (request) => {
      const { token, source } = request.params
      return admitted(await ways.byThirdToken(token, source, callerOf(request)))
    },
  )
  route(
    app,
    'POST',
    '/sys/thirdLogin/bind',
    { access: 'signedIn', body: thirdBindBody, answer: nothing, refusal: fieldRefusal },
    async (request) =>
      said(await ways.bindThird(request.session, request.body, callerOf(request)), '绑定成功'),
  )
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > MAX_QUERY) throw badRequest('参数不识别！')
  return value
}
