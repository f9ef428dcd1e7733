import { type Static, Type } from 'typebox'

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
export type SmsBody = Static<typeof smsBody>

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
export interface PhoneVerified {
  username: string
  smscode: string
}

/** POST /sys/user/passwordChange: step two; `smscode` is the ticket of step one. */
export const passwordResetBody = Type.Object({
  phone,
  username: text(100),
  smscode: text(100),
  password: text(256),
})
export type PasswordResetBody = Static<typeof passwordResetBody>

/** POST /sys/selectTenant. */
export const tenantChoiceBody = Type.Object({
  tenantId: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
})
export type TenantChoiceBody = Static<typeof tenantChoiceBody>

/** POST /sys/thirdLogin/ticket: a gateway vouches for a user of its own. */
export const thirdTicketBody = Type.Object({
  source: text(50),
  thirdUserId: Type.String({ minLength: 1, maxLength: 200 }),
})
export type ThirdTicketBody = Static<typeof thirdTicketBody>

/** POST /sys/thirdLogin/bind: a signed-in user links the account elsewhere that `token` stands for. */
export const thirdBindBody = Type.Object({ token: text(100), source: text(50) })
export type ThirdBindBody = Static<typeof thirdBindBody>

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
export interface OnlineUser {
  id: string
  token: string
  username: string
  realname: string
  avatar: string | null
  birthday: string | null
  sex: number | null
  phone: string | null
  address: string
  signedInAt: string
  seenAt: string
  /** The caller's own session. */
  isOwn: boolean
}

/** POST /sys/online/forceLogout. */
export const forceLogoutBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 64 }) })
export type ForceLogoutBody = Static<typeof forceLogoutBody>
