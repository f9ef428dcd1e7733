import { type Static, Type } from 'typebox'
import { nullable } from './answer.ts'
import { fileDescription } from './file.ts'

const string = Type.String()
const text = (maxLength: number) => Type.String({ maxLength })

/** Kinds of messages that may come by mail: mails that others send, announcements, messages within the system. */
export const MAIL_KINDS = ['mail', 'announcement', 'message'] as const
/** The kind that belongs to the category of what is published (`msg_category`). */
export const MAIL_KIND_OF_CATEGORY: Readonly<Record<string, (typeof MAIL_KINDS)[number]>> = {
  '1': 'announcement',
  '2': 'message',
}

/** `result` of GET /sys/user/login/setting/getUserData: the own account, as its owner may see it. */
export const ownProfileShape = Type.Object({
  id: string,
  username: string,
  realname: string,
  avatar: nullable(string),
  sex: nullable(Type.Integer()),
  birthday: nullable(string),
  email: nullable(string),
  phone: nullable(string),
  telephone: nullable(string),
  workNo: nullable(string),
  post: nullable(string),
  postText: string,
  orgCodeTxt: string,
  /** Joined by commas. */
  mailKinds: string,
  /** The picture, by its path. */
  _files: Type.Record(string, fileDescription),
})
export type OwnProfile = Static<typeof ownProfileShape>

/** POST /sys/user/login/setting/userEdit: what is named is changed; further fields of the wire are not for their owner. */
export const ownProfileBody = Type.Object({
  realname: Type.Optional(text(100)),
  sex: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 9 }), Type.Null()])),
  birthday: Type.Optional(Type.Union([text(10), Type.Null()])),
  email: Type.Optional(Type.Union([text(100), Type.Null()])),
  telephone: Type.Optional(Type.Union([text(45), Type.Null()])),
  /** Path of a picture that the caller has uploaded. */
  avatar: Type.Optional(Type.Union([text(255), Type.Null()])),
})
export type OwnProfileBody = Static<typeof ownProfileBody>

/** POST /sys/user/mailKinds. */
export const mailKindsBody = Type.Object({
  kinds: Type.Array(Type.Enum([...MAIL_KINDS]), { maxItems: MAIL_KINDS.length }),
})

/** A session of a user. `id` names it and is not its token. */
const userSessionShape = Type.Object({
  id: string,
  device: string,
  address: string,
  signedInAt: string,
  seenAt: string,
  /** The caller's own session. */
  isOwn: Type.Boolean(),
})
export type UserSession = Static<typeof userSessionShape>
/** `result` of GET /sys/user/ownSessions and /sys/user/sessions. */
export const userSessions = Type.Array(userSessionShape)

const ids = Type.Array(text(64), { minItems: 1, maxItems: 1000 })
/** POST /sys/user/endOwnSessions: the named ones, or all but this one. */
export const endOwnSessionsBody = Type.Object({ ids: Type.Optional(ids) })
/** GET /sys/user/sessions. */
export const userSessionsQuery = Type.Object({ userId: text(36) })
/** POST /sys/user/endSessions: the named ones of a user, or all. */
export const endSessionsBody = Type.Object({ userId: text(36), ids: Type.Optional(ids) })
