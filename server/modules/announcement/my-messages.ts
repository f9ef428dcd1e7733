import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Notice, NoticeLists, Priority } from '#schemas/api/announcement.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'

/** A message as the document `my_message` has it: its `id` is the announcement's. */
export type MyMessage = Omit<Notice, 'anntId' | 'userId' | 'sender_dictText' | 'priority'> & {
  priority: string
  senderName: string
  /** Of the note that it was sent; the announcement's own id where there is none yet. */
  sendId: string
}

/** What was sent to the session's user and is in force now. */
export interface MyMessages {
  /** All of it, the newest first. */
  list(session: Session): Promise<MyMessage[]>
  /** One of them; null when it was not sent to this user, or is withdrawn. */
  get(session: Session, id: string): Promise<MyMessage | null>
  /** Ids of all that the user has not read yet. */
  unreadIds(session: Session): Promise<string[]>
  /** The newest unread ones of both kinds, and how many there are. */
  unread(session: Session): Promise<NoticeLists>
}

/** Entries of each tab of the bell. */
const NEWEST = 5
const UNREAD = sql<SqlBool>`coalesce(s.read_flag, '0') = '0'`

/** The source over the read-only database; everything stays within the session's tenant. */
export function createMyMessages(read: Kysely<Tables>, now: () => Date): MyMessages {
  /** Published, in force, and for everybody or for this user by name. No row is needed before it is read. */
  function sent(session: Session) {
    const at = wireTime(now()).datetime
    return read
      .selectFrom('sys_announcement as a')
      .where('a.del_flag', '=', 0)
      .where('a.tenant_id', '=', session.tenantId)
      .leftJoin('sys_announcement_send as s', (join) =>
        join.onRef('s.annt_id', '=', 'a.id').on('s.user_id', '=', session.userId),
      )
      .leftJoin('sys_user as u', 'u.username', 'a.sender')
      .where('a.send_status', '=', '1')
      .where((eb) => eb.or([eb('a.msg_type', '=', 'ALL'), eb('s.named', '=', true)]))
      .where((eb) => eb.or([eb('a.start_time', 'is', null), eb('a.start_time', '<=', at)]))
      .where((eb) => eb.or([eb('a.end_time', 'is', null), eb('a.end_time', '>=', at)]))
  }

  const messages = (session: Session) =>
    sent(session)
      .select([
        'a.id',
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
        sql<string>`coalesce(s.id, a.id)`.as('sendId'),
        sql<string>`coalesce(s.read_flag, '0')`.as('readFlag'),
        sql<string>`coalesce(u.realname, a.sender, '')`.as('senderName'),
      ])
      .orderBy('a.send_time', 'desc')
      .orderBy('a.id')

  return {
    list: (session) => messages(session).execute(),

    get: async (session, id) => (await messages(session).where('a.id', '=', id).executeTakeFirst()) ?? null,

    unreadIds: async (session) =>
      (await sent(session).where(UNREAD).select('a.id').execute()).map(({ id }) => id),

    async unread(session) {
      const newest = async (category: string) => {
        const found = messages(session).where(UNREAD).where('a.msg_category', '=', category).limit(NEWEST)
        return (await found.execute()).map((row) => noticeOf(session, row))
      }
      const [notes, others, totals] = await Promise.all([
        newest('1'),
        newest('2'),
        sent(session)
          .where(UNREAD)
          .groupBy('a.msg_category')
          .select(({ fn }) => ['a.msg_category', fn.countAll<number>().as('total')] as const)
          .execute(),
      ])
      const totalOf = (category: string) =>
        Number(totals.find((row) => row.msg_category === category)?.total ?? 0)
      return {
        anntMsgList: notes,
        anntMsgTotal: totalOf('1'),
        sysMsgList: others,
        sysMsgTotal: totalOf('2'),
      }
    },
  }
}

/** A message as the wire's calls answer it. */
export function noticeOf(session: Session, message: Row): Notice {
  const { id, sendId, senderName, priority, ...rest } = message as unknown as MyMessage
  return {
    ...rest,
    id: sendId,
    anntId: id,
    userId: session.userId,
    priority: priority as Priority,
    sender_dictText: senderName,
  }
}
