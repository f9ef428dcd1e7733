import { type Static, Type } from 'typebox'
import { nullable, pageShape } from './answer.ts'
import type { Place, Presence } from './presence.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const optional = (maxLength: number) => Type.Optional(Type.Union([text(maxLength), Type.Null()]))

/** L general, M important, H urgent. */
const PRIORITIES = ['L', 'M', 'H'] as const
/** How urgent an announcement is. */
export type Priority = (typeof PRIORITIES)[number]

/** Longest content with its markup, in characters. */
const MAX_CONTENT = 200_000
/** Most users that one announcement names. */
export const MAX_RECIPIENTS = 1000

/** POST /sys/annountCement/add. `titile` is the wire's own spelling; unknown fields of other clients are left aside. */
export const announcementBody = Type.Object({
  titile: Type.String({ minLength: 1, maxLength: 100 }),
  msgContent: optional(MAX_CONTENT),
  msgAbstract: optional(500),
  startTime: optional(19),
  endTime: optional(19),
  priority: Type.Optional(Type.Enum(PRIORITIES)),
  /** 1 notice, 2 system message. */
  msgCategory: Type.Optional(Type.Enum(['1', '2'])),
  msgType: Type.Optional(Type.Enum(['ALL', 'USER'])),
  /** Ids of the named users, joined by commas; a trailing comma is the wire's habit. */
  userIds: optional(MAX_RECIPIENTS * 37),
  busType: optional(50),
  busId: optional(64),
  openType: Type.Optional(Type.Union([Type.Enum(['component', 'url', '']), Type.Null()])),
  openPage: optional(255),
})

/** PUT /sys/annountCement/edit: the whole announcement; a stale `_version` is 409. */
export const announcementEditBody = Type.Object({
  ...announcementBody.properties,
  id: Type.String({ minLength: 1, maxLength: 36 }),
  _version: Type.Optional(Type.Integer()),
})

/** `?id=` of one announcement. */
export const announcementIdQuery = Type.Object({ id: Type.String({ minLength: 1, maxLength: 36 }) })
/** `?anntId=` of one announcement. */
export const announcementSyncQuery = Type.Object({ anntId: Type.String({ minLength: 1, maxLength: 36 }) })

/** PUT /sys/sysAnnouncementSend/editByAnntIdAndUserId. */
export const announcementReadBody = Type.Object({ anntId: Type.String({ minLength: 1, maxLength: 36 }) })

/** An announcement as a recipient sees it. */
const noticeShape = Type.Object({
  /** Of the note that it was sent; the announcement's own id where there is none yet. */
  id: Type.String(),
  anntId: Type.String(),
  userId: Type.String(),
  titile: Type.String(),
  msgContent: Type.String(),
  msgAbstract: nullable(Type.String()),
  sender: nullable(Type.String()),
  /** Name of the sender. */
  sender_dictText: Type.String(),
  priority: Type.Enum(PRIORITIES),
  /** '1' once it was read. */
  readFlag: Type.String(),
  sendTime: nullable(Type.String()),
  createTime: nullable(Type.String()),
  msgCategory: Type.String(),
  busType: nullable(Type.String()),
  busId: nullable(Type.String()),
  openType: nullable(Type.String()),
  openPage: nullable(Type.String()),
  readFlag_dictText: Type.Optional(Type.String()),
  msgCategory_dictText: Type.Optional(Type.String()),
  priority_dictText: Type.Optional(Type.String()),
})
export type Notice = Static<typeof noticeShape>
/** `result` of getMyAnnouncementSend. */
export const noticePage = pageShape(noticeShape)

/** GET /sys/annountCement/listByUser: the newest unread ones of both kinds, and how many there are. */
export const noticeLists = Type.Object({
  anntMsgList: Type.Array(noticeShape),
  anntMsgTotal: Type.Integer(),
  sysMsgList: Type.Array(noticeShape),
  sysMsgTotal: Type.Integer(),
})
export type NoticeLists = Static<typeof noticeLists>

/** `result` of getUnreadMessageCount. There are messages of the system only: no flows, files or plans write any. */
export const unreadCounts = Type.Object({
  count: Type.Integer(),
  systemCount: Type.Integer(),
  flowCount: Type.Integer(),
  fileCount: Type.Integer(),
  planCount: Type.Integer(),
})

/** Days that the bell's list may be narrowed to, as items of the dictionary `rangeDate`. */
export const RANGES = ['jt', 'zt', 'qt', 'bz', 'sz', 'by', 'sy', 'zdy'] as const
export type Range = (typeof RANGES)[number]

const optionalText = (maxLength: number) => Type.Optional(text(maxLength))
/** GET /sys/sysAnnouncementSend/getMyAnnouncementSend: stars around a title or a sender may stand or not. */
export const ownMessagesQuery = Type.Object({
  titile: optionalText(200),
  sender: optionalText(200),
  readFlag: optionalText(10),
  msgCategory: optionalText(10),
  busType: optionalText(50),
  pageNo: optionalText(10),
  pageSize: optionalText(10),
})

/** GET /sys/annountCement/vue3List. */
export const bellQuery = Type.Object({
  /** Accounts of senders, separated by commas. */
  fromUser: optionalText(1000),
  starFlag: optionalText(1),
  rangeDateKey: Type.Optional(Type.Enum([...RANGES, ''])),
  beginDate: optionalText(19),
  endDate: optionalText(19),
  noticeType: optionalText(50),
  pageNo: Type.Optional(Type.Integer({ maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
})
export type BellQuery = Static<typeof bellQuery>

/** `result` of vue3List: messages by the ids of their announcements; nothing is starred or put on top here. */
export const bellList = Type.Array(
  Type.Object({
    ...noticeShape.properties,
    sendId: Type.String(),
    izTop: Type.Integer(),
    starFlag: Type.String(),
  }),
)

/** What the server says on `/websocket/{userId}`. */
export interface PushMessage {
  /** `topic`: everybody was told something; `user`: this user was; `rights`: menu and rights are to be asked for anew; `dicts`: kept dictionaries changed; `rows`: the server changed rows of `form`, e.g. by a job; `settings`: name or look of the system changed; `heartcheck` answers a heartbeat. */
  cmd: 'topic' | 'user' | 'rights' | 'dicts' | 'rows' | 'settings' | 'heartcheck'
  msgId?: string
  msgTxt?: string
  userId?: string
  form?: string
}

/** What is said on `/vxeSocket/{userId}/{pageId}`. */
export type LiveRowsMessage =
  /** From the browser: with the tables that its page shows. From the server: `data` is true. */
  | { type: 'heart_beat'; data: { socketKeys: string[] } | true }
  /** An event between pages: `key` names the table as `socketKey` does. */
  | { type: 'common_send_date'; data: { key: string; args: unknown } }
  /** A row of a table was changed by the page `senderId`. */
  | { type: 'update_vxe_table'; data: { socketKey: string; args: LiveRowsArgs } }
  /** From the server alone: rows of a form were kept. */
  | { type: 'rows_changed'; data: RowsChanged }
  /** From the browser: where its user is in an opened record. */
  | { type: 'tell_place'; data: { socketKey: string; place: Place | null } }
  /** From the server alone: who has an opened record open, too. */
  | { type: 'presence'; data: Presence }

/** Which rows of a form are others than they were, by their keys; what is in them is asked for by whoever shows them. */
export interface RowsChanged {
  form: string
  /** Changed and deleted ones. */
  changed: string[]
  added: string[]
  /** More than can be named: any row may be another one. */
  isMany: boolean
}

/** Header of a call that changes something: the name that the page has on its line for tables, which is not told of the change. */
export const PAGE_HEADER = 'x-page-id'

/** A changed row and who changed it. */
export interface LiveRowsArgs {
  row: Record<string, unknown>
  /** Page that sent it; the server writes it, so a client cannot send under another page's name. */
  senderId: string
}
