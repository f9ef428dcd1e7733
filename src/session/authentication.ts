import type { Envelope } from '#schemas/api/envelope.ts'
import type { SliderProof } from '#schemas/api/sign-in.ts'
import { CALL_PATHS } from '../api/call-paths.ts'
import type { Http } from '../api/http.ts'
import { admittedBy } from './admitted.ts'
import type { SignInAnswer } from './wire.ts'

export interface Credentials {
  username: string
  password: string
  /** Opens an account that was closed after wrong passwords, once. */
  slider?: SliderProof
}

/** Ways to ask the server who somebody is; nothing is kept yet, since a department or tenant may have to be chosen first. */
export interface Authentication {
  authenticate(credentials: Credentials): Promise<SignInAnswer>
  authenticateByPhone(mobile: string, captcha: string): Promise<SignInAnswer>
  /** `service` is the address that the ticket was made for. */
  authenticateByCas(ticket: string, service: string): Promise<SignInAnswer>
  /** The second step: `challenge` is what the first one was refused with, the code one of the second factor. */
  authenticateByCode(challenge: string, code: string): Promise<SignInAnswer>
  /** Exchanges the one-time token that another system's gateway got for this user. */
  authenticateByThirdParty(token: string, source: string): Promise<SignInAnswer>
}

/** Over the client, which is asked for when it is needed. */
export function createAuthentication(http: () => Http, isOtherServer: boolean): Authentication {
  const admitted = (answer: Envelope<SignInAnswer>) => admittedBy(answer, isOtherServer)
  return {
    authenticate: async (credentials) =>
      admitted(await http().post(CALL_PATHS.login, { remember_me: true, ...credentials }, { quiet: true })),

    authenticateByPhone: async (mobile, captcha) =>
      admitted(await http().post(CALL_PATHS.phoneLogin, { mobile, captcha }, { quiet: true })),

    authenticateByCas: async (ticket, service) =>
      admitted(await http().get(CALL_PATHS.casLogin, { ticket, service }, { quiet: true })),

    authenticateByCode: async (challenge, code) =>
      admitted(await http().post(CALL_PATHS.secondFactorLogin, { challenge, code }, { quiet: true })),

    authenticateByThirdParty: async (token, source) =>
      admitted(
        await http().get(
          `${CALL_PATHS.thirdLogin}/${encodeURIComponent(token)}/${encodeURIComponent(source)}`,
          {},
          { quiet: true },
        ),
      ),
  }
}
