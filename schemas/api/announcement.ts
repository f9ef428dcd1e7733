import { type Static, Type } from 'typebox'

const text = (maxLength: number) => Type.String({ maxLength })
const optional = (maxLength: number) => Type.Optional(Type.Union([text(maxLength), Type.Null()]))

/** L general, M important, H urgent. */
export const PRIORITIES = ['L', 'M', 'H'] as const
/** How urgent an announcement is. */
export type Priority = (typeof PRIORITIES)[number]

/** Longest content with its markup, in characters. */
export const MAX_CONTENT = 200_000
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
/** What an editor sends of a new announcement. */
export type AnnouncementBody = Static<typeof announcementBody>

/** PUT /sys/annountCement/edit: the whole announcement; a stale `_version` is 409. */
export const announcementEditBody = Type.Object({
  ...announcementBody.properties,
  id: Type.String({ minLength: 1, maxLength: 36 }),
  _version: Type.Optional(Type.Integer()),
})
/** What an editor sends of a kept announcement. */
export type AnnouncementEditBody = Static<typeof announcementEditBody>

/** `?id=` of one announcement. */
export const announcementIdQuery = Type.Object({ id: Type.String({ minLength: 1, maxLength: 36 }) })
/** `?ids=` of several, joined by commas. */
export const announcementIdsQuery = Type.Object({ ids: Type.String({ minLength: 1, maxLength: 37_000 }) })
/** `?anntId=` of one announcement. */
export const announcementSyncQuery = Type.Object({ anntId: Type.String({ minLength: 1, maxLength: 36 }) })

/** PUT /sys/sysAnnouncementSend/editByAnntIdAndUserId. */
export const announcementReadBody = Type.Object({ anntId: Type.String({ minLength: 1, maxLength: 36 }) })
/** Which announcement was read. */
export type AnnouncementReadBody = Static<typeof announcementReadBody>

/** An announcement as it is kept. */
export interface Announcement {
  id: string
  titile: string
  /** Rich HTML; cleaned when it was saved. */
  msgContent: string
  msgAbstract: string | null
  startTime: string | null
  endTime: string | null
  /** Account of whoever published it. */
  sender: string | null
  priority: Priority
  priority_dictText: string
  msgCategory: string
  msgCategory_dictText: string
  msgType: string
  msgType_dictText: string
  /** 0 draft, 1 published, 2 withdrawn. */
  sendStatus: string
  sendStatus_dictText: string
  sendTime: string | null
  cancelTime: string | null
  /** Named users with the wire's trailing comma; '' for everybody. */
  userIds: string
  /** Their names, joined by commas. */
  userNames: string
  busType: string | null
  busId: string | null
  openType: string | null
  openPage: string | null
  createBy: string | null
  createTime: string | null
  updateBy: string | null
  updateTime: string | null
  _version: number
}

/** An announcement as a recipient sees it. */
export interface Notice {
  /** Of the note that it was sent; the announcement's own id where there is none yet. */
  id: string
  anntId: string
  userId: string
  titile: string
  msgContent: string
  msgAbstract: string | null
  sender: string | null
  /** Name of the sender. */
  sender_dictText: string
  priority: Priority
  /** '1' once it was read. */
  readFlag: string
  sendTime: string | null
  createTime: string | null
  msgCategory: string
  busType: string | null
  busId: string | null
  openType: string | null
  openPage: string | null
}

/** GET /sys/annountCement/listByUser: the newest unread ones of both kinds, and how many there are. */
export interface NoticeLists {
  anntMsgList: Notice[]
  anntMsgTotal: number
  sysMsgList: Notice[]
  sysMsgTotal: number
}

/** What the server says on `/websocket/{userId}`. */
export interface PushMessage {
  /** `topic`: everybody was told something; `user`: this user was; `rights`: menu and rights are to be asked for anew; `heartcheck` answers a heartbeat. */
  cmd: 'topic' | 'user' | 'rights' | 'heartcheck'
  msgId?: string
  msgTxt?: string
  userId?: string
}

/** What is said on `/vxeSocket/{userId}/{pageId}`. */
export type LiveRowsMessage =
  /** From the browser: with the tables that its page shows. From the server: `data` is true. */
  | { type: 'heart_beat'; data: { socketKeys: string[] } | true }
  /** An event between pages: `key` names the table as `socketKey` does. */
  | { type: 'common_send_date'; data: { key: string; args: unknown } }
  /** A row of a table was changed by the page `senderId`. */
  | { type: 'update_vxe_table'; data: { socketKey: string; args: LiveRowsArgs } }

/** A changed row and who changed it. */
export interface LiveRowsArgs {
  row: Record<string, unknown>
  /** Page that sent it; the server writes it, so that nobody speaks as another. */
  senderId: string
}
