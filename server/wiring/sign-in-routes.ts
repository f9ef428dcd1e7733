import type { FastifyInstance } from 'fastify'
import { listKind } from '#schemas/compile/wire/list-kind.ts'
import { registerApiKeys } from '../modules/api-key/routes.ts'
import { registerOidc } from '../modules/auth/oidc-routes.ts'
import { registerOtherWays } from '../modules/auth/other-routes.ts'
import { registerAuth } from '../modules/auth/routes.ts'
import { registerPersonal } from '../modules/personal/routes.ts'
import { untouchableUser } from '../modules/user/untouchable-user.ts'
import type { Services } from './services.ts'
import type { SignIn } from './sign-in.ts'

/** Signing in, the own account, keys of integrators. */
export function registerSignIn(api: FastifyInstance, services: Services, signIn: SignIn): void {
  const { config, connections, documents, sessions, events, clock, now, idleMs, passwords } = services
  const { read, write } = connections
  const { admission, ways, codes, accounts } = signIn
  registerAuth(api, {
    service: signIn.auth,
    captchas: signIn.captchas,
    captchaAlways: config.captcha,
    listKind(code) {
      const form = documents.resolve(code)
      return form && listKind(form)
    },
  })
  registerOtherWays(api, { admission, ways, codes, accounts, passwords })
  registerOidc(api, signIn.oidcSignIn, events)
  registerApiKeys(api, { read, write, log: events, now: clock })
  registerPersonal(api, {
    read,
    write,
    sessions,
    log: events,
    pictures: services.files.pictures,
    guard: signIn.guard,
    ownPassword: signIn.ownPassword,
    secondFactors: signIn.secondFactors,
    now,
    idleMs,
    async untouchable(session, id) {
      const client = await connections.readPool.connect()
      return untouchableUser(client, session, documents, { id }).finally(() => client.release())
    },
  })
}
