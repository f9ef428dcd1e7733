import '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { ok, refused } from '#schemas/api/envelope.ts'
import {
  type PasswordResetBody,
  type PhoneLoginBody,
  type PhoneVerificationBody,
  passwordResetBody,
  phoneLoginBody,
  phoneVerificationBody,
  type RegisterBody,
  registerBody,
  type SmsBody,
  smsBody,
  type ThirdBindBody,
  type ThirdTicketBody,
  thirdBindBody,
  thirdTicketBody,
} from '#schemas/api/sign-in.ts'
import { badRequest } from '../../errors.ts'
import type { Accounts } from './accounts.ts'
import type { OtherWays } from './other-ways.ts'
import { admitted, callerOf, SIGN_IN_LIMIT, said } from './routes.ts'
import type { SmsCodes } from './sms.ts'

const PUBLIC = { config: { access: 'public', rateLimit: SIGN_IN_LIMIT } } as const
/** Header in which a gateway shows its secret. */
const SECRET_HEADER = 'x-third-secret'
/** Longest ticket and address that a query may hold. */
const MAX_QUERY = 2000

/** Routes of the ways to sign in without a password, of registration and of the forgotten password. */
export function registerOtherWays(
  app: FastifyInstance,
  { ways, codes, accounts }: { ways: OtherWays; codes: SmsCodes; accounts: Accounts },
): void {
  app.post<{ Body: SmsBody }>('/sys/sms', { schema: { body: smsBody }, ...PUBLIC }, async (request) => {
    await codes.send(request.body.mobile, request.body.smsmode, request.ip)
    return ok(null, '验证码已发送，请注意查收')
  })

  app.post<{ Body: PhoneLoginBody }>(
    '/sys/phoneLogin',
    { schema: { body: phoneLoginBody }, ...PUBLIC },
    async (request) => admitted(await ways.byPhone(request.body, callerOf(request))),
  )

  app.post<{ Body: RegisterBody }>(
    '/sys/user/register',
    { schema: { body: registerBody }, ...PUBLIC },
    async (request) => said(await accounts.register(request.body, callerOf(request)), '注册成功'),
  )
  app.post<{ Body: PhoneVerificationBody }>(
    '/sys/user/phoneVerification',
    { schema: { body: phoneVerificationBody }, ...PUBLIC },
    async (request) => said(await accounts.verifyPhone(request.body, callerOf(request))),
  )
  // The wire's GET would leave the password in addresses and logs.
  app.post<{ Body: PasswordResetBody }>(
    '/sys/user/passwordChange',
    { schema: { body: passwordResetBody }, ...PUBLIC },
    async (request) => said(await accounts.resetPassword(request.body, callerOf(request)), '密码重置完成！'),
  )

  app.get<{ Querystring: Record<string, unknown> }>(
    '/sys/cas/client/validateLogin',
    PUBLIC,
    async (request) =>
      admitted(
        await ways.byCas(textOf(request.query.ticket), textOf(request.query.service), callerOf(request)),
      ),
  )

  app.post<{ Body: ThirdTicketBody }>(
    '/sys/thirdLogin/ticket',
    { schema: { body: thirdTicketBody }, ...PUBLIC },
    async (request) => {
      const secret = request.headers[SECRET_HEADER]
      return ok(
        await ways.thirdTicket(typeof secret === 'string' ? secret : '', request.body, callerOf(request)),
      )
    },
  )
  app.get<{ Params: { token: string; source: string } }>(
    '/sys/thirdLogin/getLoginUser/:token/:source',
    PUBLIC,
    async (request) => {
      const outcome = await ways.byThirdToken(request.params.token, request.params.source, callerOf(request))
      if ('bindToken' in outcome)
        return { ...refused(outcome.message), result: { bindToken: outcome.bindToken } }
      return admitted(outcome)
    },
  )
  app.post<{ Body: ThirdBindBody }>(
    '/sys/thirdLogin/bind',
    { schema: { body: thirdBindBody }, config: { access: 'signedIn' } },
    async (request) =>
      said(await ways.bindThird(request.session, request.body, callerOf(request)), '绑定成功'),
  )
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > MAX_QUERY) throw badRequest('参数不识别！')
  return value
}
