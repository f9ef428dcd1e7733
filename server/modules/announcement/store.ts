import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Announcement, Notice, NoticeLists, Priority } from '#schemas/api/announcement.ts'
import { type PageOf, pageOf } from '#schemas/api/envelope.ts'
import { containing } from '../../database/like.ts'
import type { SysAnnouncement, Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'

/** What editors look for; '' looks for everything. Texts are found anywhere in the value. */
export interface AnnouncementFilter {
  titile: string
  msgCategory: string
  priority: string
  sendStatus: string
  pageNo: number
  pageSize: number
}

/** What a recipient looks for among what he was sent. */
export interface NoticeFilter {
  titile: string
  sender: string
  readFlag: string
  msgCategory: string
  busType: string
  pageNo: number
  pageSize: number
}

/** Reads of announcements; everything stays within the session's tenant. */
export interface AnnouncementStore {
  page(session: Session, filter: AnnouncementFilter): Promise<PageOf<Announcement>>
  get(session: Session, id: string): Promise<Announcement | null>
  /** What was sent to this user and is in force at `at`. */
  mine(session: Session, filter: NoticeFilter, at: string): Promise<PageOf<Notice>>
  /** One of them; null when it was not sent to him, or is withdrawn. */
  mineById(session: Session, id: string, at: string): Promise<Notice | null>
  unread(session: Session, at: string): Promise<NoticeLists>
}

/** Entries of each tab of the bell. */
const NEWEST = 5
const TEXTS: Readonly<Record<'priority' | 'category' | 'type' | 'status', Readonly<Record<string, string>>>> =
  {
    priority: { L: '一般', M: '重要', H: '紧急' },
    category: { '1': '通知公告', '2': '系统消息' },
    type: { ALL: '全体用户', USER: '指定用户' },
    status: { '0': '未发布', '1': '已发布', '2': '已撤销' },
  }

/** The store over the read-only database. */
export function createAnnouncementStore(read: Kysely<Tables>): AnnouncementStore {
  const kept = (session: Session) =>
    read
      .selectFrom('sys_announcement as a')
      .where('a.del_flag', '=', 0)
      .where('a.tenant_id', '=', session.tenantId)

  /** Published, in force, and for everybody or for him by name. No row is needed before he reads it. */
  const sent = (session: Session, at: string) =>
    kept(session)
      .leftJoin('sys_announcement_send as s', (join) =>
        join.onRef('s.annt_id', '=', 'a.id').on('s.user_id', '=', session.userId),
      )
      .leftJoin('sys_user as u', 'u.username', 'a.sender')
      .where('a.send_status', '=', '1')
      .where((eb) => eb.or([eb('a.msg_type', '=', 'ALL'), eb('s.named', '=', true)]))
      .where((eb) => eb.or([eb('a.start_time', 'is', null), eb('a.start_time', '<=', at)]))
      .where((eb) => eb.or([eb('a.end_time', 'is', null), eb('a.end_time', '>=', at)]))

  const notices = (session: Session, at: string) =>
    sent(session, at)
      .select([
        'a.id as anntId',
        'a.titile',
        'a.msg_content as msgContent',
        'a.msg_abstract as msgAbstract',
        'a.sender',
        'a.priority',
        'a.send_time as sendTime',
        'a.create_time as createTime',
        'a.msg_category as msgCategory',
        'a.bus_type as busType',
        'a.bus_id as busId',
        'a.open_type as openType',
        'a.open_page as openPage',
        sql<string>`coalesce(s.id, a.id)`.as('id'),
        sql<string>`coalesce(s.read_flag, '0')`.as('readFlag'),
        sql<string>`coalesce(u.realname, a.sender, '')`.as('sender_dictText'),
      ])
      .orderBy('a.send_time', 'desc')
      .orderBy('a.id')

  const noticeOf =
    (session: Session) =>
    (row: Omit<Notice, 'userId' | 'priority'> & { priority: string }): Notice => ({
      ...row,
      priority: row.priority as Priority,
      userId: session.userId,
    })

  return {
    async page(session, { pageNo, pageSize, titile, ...exact }) {
      let found = kept(session)
      if (titile !== '') found = found.where('a.titile', 'ilike', containing(titile))
      if (exact.msgCategory !== '') found = found.where('a.msg_category', '=', exact.msgCategory)
      if (exact.priority !== '') found = found.where('a.priority', '=', exact.priority)
      if (exact.sendStatus !== '') found = found.where('a.send_status', '=', exact.sendStatus)
      const { total } = await found
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await found
        .selectAll('a')
        .select(recipients)
        .orderBy('a.create_time', 'desc')
        .orderBy('a.id')
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
        .execute()
      return pageOf(rows.map(announcementOf), Number(total), pageNo, pageSize)
    },

    async get(session, id) {
      const row = await kept(session)
        .where('a.id', '=', id)
        .selectAll('a')
        .select(recipients)
        .executeTakeFirst()
      return row ? announcementOf(row) : null
    },

    async mine(session, { pageNo, pageSize, titile, sender, readFlag, msgCategory, busType }, at) {
      let found = notices(session, at)
      if (titile !== '') found = found.where('a.titile', 'ilike', containing(titile))
      if (sender !== '')
        found = found.where((eb) =>
          eb.or([eb('a.sender', 'ilike', containing(sender)), eb('u.realname', 'ilike', containing(sender))]),
        )
      if (readFlag !== '') found = found.where(sql<SqlBool>`coalesce(s.read_flag, '0') = ${readFlag}`)
      if (msgCategory !== '') found = found.where('a.msg_category', '=', msgCategory)
      if (busType !== '') found = found.where('a.bus_type', '=', busType)
      const [{ total }, rows] = await Promise.all([
        found
          .clearSelect()
          .clearOrderBy()
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
        found
          .limit(pageSize)
          .offset((pageNo - 1) * pageSize)
          .execute(),
      ])
      return pageOf(rows.map(noticeOf(session)), Number(total), pageNo, pageSize)
    },

    async mineById(session, id, at) {
      const row = await notices(session, at).where('a.id', '=', id).executeTakeFirst()
      return row ? noticeOf(session)(row) : null
    },

    async unread(session, at) {
      const open = sql<SqlBool>`coalesce(s.read_flag, '0') = '0'`
      const newest = (category: string) =>
        notices(session, at).where(open).where('a.msg_category', '=', category).limit(NEWEST).execute()
      const [notes, messages, totals] = await Promise.all([
        newest('1'),
        newest('2'),
        sent(session, at)
          .where(open)
          .groupBy('a.msg_category')
          .select(({ fn }) => ['a.msg_category', fn.countAll<number>().as('total')] as const)
          .execute(),
      ])
      const totalOf = (category: string) =>
        Number(totals.find((row) => row.msg_category === category)?.total ?? 0)
      return {
        anntMsgList: notes.map(noticeOf(session)),
        anntMsgTotal: totalOf('1'),
        sysMsgList: messages.map(noticeOf(session)),
        sysMsgTotal: totalOf('2'),
      }
    },
  }
}

type Builder = ExpressionBuilder<Tables & { a: Tables['sys_announcement'] }, 'a'>

/** The named users: their ids with the wire's trailing comma, and their names. */
function recipients(eb: Builder) {
  const named = () =>
    eb
      .selectFrom('sys_announcement_send as s')
      .innerJoin('sys_user as u', 'u.id', 's.user_id')
      .whereRef('s.annt_id', '=', 'a.id')
      .where('s.named', '=', true)
  return [
    named()
      .select(sql<string>`coalesce(string_agg(u.id, ',' order by u.username) || ',', '')`.as('ids'))
      .as('userIds'),
    named()
      .select(sql<string>`coalesce(string_agg(u.realname, ',' order by u.username), '')`.as('names'))
      .as('userNames'),
  ]
}

type Kept = { [K in keyof SysAnnouncement]: unknown } & { userIds: string | null; userNames: string | null }

function announcementOf(row: Kept): Announcement {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const word = (texts: Readonly<Record<string, string>>, value: unknown) =>
    texts[String(value)] ?? String(value)
  return {
    id: String(row.id),
    titile: String(row.titile),
    msgContent: String(row.msg_content),
    msgAbstract: text(row.msg_abstract),
    startTime: text(row.start_time),
    endTime: text(row.end_time),
    sender: text(row.sender),
    priority: row.priority as Priority,
    priority_dictText: word(TEXTS.priority, row.priority),
    msgCategory: String(row.msg_category),
    msgCategory_dictText: word(TEXTS.category, row.msg_category),
    msgType: String(row.msg_type),
    msgType_dictText: word(TEXTS.type, row.msg_type),
    sendStatus: String(row.send_status),
    sendStatus_dictText: word(TEXTS.status, row.send_status),
    sendTime: text(row.send_time),
    cancelTime: text(row.cancel_time),
    userIds: row.userIds ?? '',
    userNames: row.userNames ?? '',
    busType: text(row.bus_type),
    busId: text(row.bus_id),
    openType: text(row.open_type),
    openPage: text(row.open_page),
    createBy: text(row.create_by),
    createTime: text(row.create_time),
    updateBy: text(row.update_by),
    updateTime: text(row.update_time),
    _version: Number(row.version),
  }
}
