import { type Static, Type } from 'typebox'
import { nullable, pageShape } from './answer.ts'

const text = (maxLength: number) => Type.String({ maxLength })

/** Mobile phone as the specification writes it: 11 digits that start with 13, 14, 15, 17 or 18. */
export const PHONE_PATTERN = '^1[34578]\\d{9}$'
/** User name of a registration: letters, digits and underscore, 4 to 18. */
export const USERNAME_PATTERN = '^\\w{4,18}$'

const phone = Type.String({ pattern: PHONE_PATTERN })

/** What a code is for: 0 sign-in, 1 registration, 2 forgotten password. */
export type SmsMode = '0' | '1' | '2'

/** POST /sys/sms. */
export const smsBody = Type.Object({
  mobile: phone,
  smsmode: Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('2')]),
})

/** POST /sys/phoneLogin; `captcha` is the code of the message. */
export const phoneLoginBody = Type.Object({ mobile: phone, captcha: text(20) })
export type PhoneLoginBody = Static<typeof phoneLoginBody>

/** POST /sys/user/register. */
export const registerBody = Type.Object({
  phone,
  smscode: text(20),
  username: text(100),
  password: text(256),
  email: Type.Optional(text(100)),
})
export type RegisterBody = Static<typeof registerBody>

/** POST /sys/user/phoneVerification: step one of a forgotten password. */
export const phoneVerificationBody = Type.Object({ phone, smscode: text(20) })
export type PhoneVerificationBody = Static<typeof phoneVerificationBody>

/** `result` of phoneVerification; `smscode` is the ticket that passwordChange takes. */
export const phoneVerifiedShape = Type.Object({ username: Type.String(), smscode: Type.String() })
export type PhoneVerified = Static<typeof phoneVerifiedShape>

/** POST /sys/user/passwordChange: step two; `smscode` is the ticket of step one. */
export const passwordResetBody = Type.Object({
  phone,
  username: text(100),
  smscode: text(100),
  password: text(256),
})
export type PasswordResetBody = Static<typeof passwordResetBody>

/** `result` of a refusal that belongs to one field of what was sent. */
export const fieldRefusal = Type.Object({ field: Type.String() })

/** `result` of GET /sys/user/passwordRules: what is asked of a new password, in numbers, put into words where it is read. */
export const passwordRulesShape = Type.Object({
  minLength: Type.Integer(),
  kinds: Type.Integer(),
  maxAgeDays: Type.Integer(),
  history: Type.Integer(),
})
export type PasswordRules = Static<typeof passwordRulesShape>

/** POST /sys/selectTenant. */
export const tenantChoiceBody = Type.Object({
  tenantId: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
})

/** POST /sys/thirdLogin/ticket: a gateway vouches for a user of its own. */
export const thirdTicketBody = Type.Object({
  source: text(50),
  thirdUserId: Type.String({ minLength: 1, maxLength: 200 }),
})
export type ThirdTicketBody = Static<typeof thirdTicketBody>

/** POST /sys/thirdLogin/bind: a signed-in user links the account elsewhere that `token` stands for. */
export const thirdBindBody = Type.Object({ token: text(100), source: text(50) })
export type ThirdBindBody = Static<typeof thirdBindBody>

/** `result` of POST /sys/oidc/begin: the page of the provider that the browser goes to. */
export const oidcBegunShape = Type.Object({ url: Type.String() })

/** `result` of POST /sys/oidc/end: the page of the provider that ends the session there; null where it offers none. */
export const oidcEndShape = Type.Object({ url: nullable(Type.String()) })

/** `result` of GET /sys/oidc/own: whether an account of the provider is linked to the own one, and whether that may end. */
export const oidcOwnShape = Type.Object({
  isLinked: Type.Boolean(),
  /** False where the provider is the only way in. */
  mayUnlink: Type.Boolean(),
})
export type OidcOwn = Static<typeof oidcOwnShape>

/** POST /sys/oidc/login and /sys/oidc/link: what the provider sent the browser back with. */
export const oidcLoginBody = Type.Object({
  state: Type.String({ minLength: 1, maxLength: 200 }),
  code: Type.Optional(text(4000)),
  /** The provider's name for why there is no code. */
  error: Type.Optional(text(200)),
  iss: Type.Optional(text(500)),
})
export type OidcLoginBody = Static<typeof oidcLoginBody>

/** One moment of a slider's way: ms since it was taken up, and how far it was (0 to 1). */
export const sliderTrack = Type.Array(
  Type.Tuple([Type.Number({ minimum: 0, maximum: 600_000 }), Type.Number({ minimum: 0, maximum: 1 })]),
  { maxItems: 2000 },
)
export type SliderTrack = Static<typeof sliderTrack>

/** A solved slider: the challenge of the server and the way that was taken. */
export const sliderProof = Type.Object({ challenge: text(100), track: sliderTrack })
export type SliderProof = Static<typeof sliderProof>

/** `result` of a refused sign-in that a slider would open. */
export interface SliderDemand {
  challenge: string
}

/** Somebody who is signed in. `token` names the session and is not its token. */
const onlineUserShape = Type.Object({
  id: Type.String(),
  token: Type.String(),
  username: Type.String(),
  realname: Type.String(),
  avatar: nullable(Type.String()),
  birthday: nullable(Type.String()),
  sex: nullable(Type.Integer()),
  phone: nullable(Type.String()),
  address: Type.String(),
  signedInAt: Type.String(),
  seenAt: Type.String(),
  /** The caller's own session. */
  isOwn: Type.Boolean(),
})
export type OnlineUser = Static<typeof onlineUserShape>
/** `result` of GET /sys/online/list. */
export const onlineUserPage = pageShape(onlineUserShape)

/** POST /sys/online/forceLogout. */
export const forceLogoutBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 64 }) })

/** `result` of a refused sign-in that says how it goes on. */
export const signInRefusal = Type.Object({
  /** The person is known; a code of the second factor is still to be sent with this. */
  secondFactor: Type.Optional(Type.String()),
  /** Links an account elsewhere at the next sign-in. */
  bindToken: Type.Optional(Type.String()),
})
export type SignInRefusal = Static<typeof signInRefusal>

/** A code of an authenticator, or a recovery code. */
const factorCode = Type.String({ minLength: 1, maxLength: 40 })

/** POST /sys/secondFactor/login: the second step of a sign-in. */
export const secondFactorLoginBody = Type.Object({ challenge: text(100), code: factorCode })
export type SecondFactorLoginBody = Static<typeof secondFactorLoginBody>

/** POST /sys/secondFactor/begin. */
export const secondFactorBeginBody = Type.Object({ password: text(256) })
/** POST /sys/secondFactor/confirm, /codes and /remove. */
export const secondFactorCodeBody = Type.Object({ code: factorCode })

/** `result` of GET /sys/secondFactor. */
export const secondFactorState = Type.Object({
  enabled: Type.Boolean(),
  /** A role of the user asks for it. */
  required: Type.Boolean(),
  codesLeft: Type.Integer(),
})
export type SecondFactorState = Static<typeof secondFactorState>

/** `result` of POST /sys/secondFactor/begin: for the picture, and to be typed where there is no camera. */
export const secondFactorBegun = Type.Object({ uri: Type.String(), key: Type.String() })
export type SecondFactorBegun = Static<typeof secondFactorBegun>
/** `result` of POST /sys/secondFactor/confirm and /codes: recovery codes, shown once. */
export const recoveryCodes = Type.Array(Type.String())

/** GET /sys/cas/client/validateLogin. */
export const casQuery = Type.Object({ ticket: text(2000), service: text(2000) })

/** GET /sys/online/list: part of an account or a name. */
export const onlineUserQuery = Type.Object({
  username: Type.Optional(Type.String({ maxLength: 200 })),
  pageNo: Type.Optional(Type.String({ maxLength: 10 })),
  pageSize: Type.Optional(Type.String({ maxLength: 10 })),
})
