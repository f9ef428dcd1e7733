import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Announcement, AnnouncementBody, AnnouncementEditBody } from '#schemas/api/announcement.ts'
import { MAX_RECIPIENTS } from '#schemas/api/announcement.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Row } from '#schemas/compile/model.ts'
import { inTransaction } from '../../database/transaction.ts'
import { conflict, notFound } from '../../errors.ts'
import { recordOperation } from '../../operation/operation-log.ts'
import type { Session } from '../../permission/session.ts'
import { type Push, pushWith } from '../../socket/push.ts'
import { cleanHtml, plainText } from './clean-html.ts'
import type { AnnouncementStore } from './store.ts'

/** Something expected stands in the way: the sentence for the user. */
export interface Refusal {
  refused: string
}

/** Changes of announcements: each is one transaction with its entry in the operation log and its push. */
export interface AnnouncementService {
  add(session: Session, body: AnnouncementBody, requestId: string): Promise<Announcement | Refusal>
  edit(session: Session, body: AnnouncementEditBody, requestId: string): Promise<Announcement | Refusal>
  remove(session: Session, ids: readonly string[], requestId: string): Promise<number>
  /** Makes it visible and tells its recipients; a published one stays as it is. */
  publish(session: Session, id: string, requestId: string): Promise<void>
  withdraw(session: Session, id: string, requestId: string): Promise<void>
  /** Lets the recipients' bells look again. */
  tellAgain(session: Session, id: string): Promise<void>
  /** False when it was not sent to this user. */
  markRead(session: Session, id: string): Promise<boolean>
  markAllRead(session: Session): Promise<number>
}

export interface AnnouncementParts {
  pool: Pool
  store: AnnouncementStore
  now(): Date
}

const TIME = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/
/** A route of ours, an address of the web, or the name of a page. */
const OPEN_URL = /^(\/(?![/\\])|https?:\/\/)\S*$/i
const OPEN_COMPONENT = /^[\w/:.-]+$/
const TITLE_IN_PUSH = 60
const ABSTRACT_LENGTH = 120

/** The service over its store and the write pool. */
export function createAnnouncementService({ pool, store, now }: AnnouncementParts): AnnouncementService {
  const time = () => wireTime(now()).datetime

  /** The row under a lock, or 404. */
  async function locked(client: PoolClient, session: Session, id: string): Promise<Row> {
    const { rows } = await client.query<Row>(
      'select * from platform.sys_announcement where id = $1 and tenant_id = $2 and del_flag = 0 for update',
      [id, session.tenantId],
    )
    const row = rows[0]
    if (!row) throw notFound()
    return row
  }

  /** Changes a row and keeps what was before and after in the log. */
  async function change(
    client: PoolClient,
    session: Session,
    requestId: string,
    before: Row,
    values: Row,
    action: 'edit' | 'delete' = 'edit',
  ): Promise<Row> {
    const all: Row = {
      ...values,
      version: Number(before.version) + 1,
      update_by: session.username,
      update_time: time(),
    }
    const names = Object.keys(all)
    const { rows } = await client.query<Row>(
      `update platform.sys_announcement set ${names.map((name, at) => `"${name}" = $${at + 2}`).join(', ')}
       where id = $1 returning *`,
      [before.id, ...Object.values(all)],
    )
    const after = rows[0] ?? before
    await log(client, session, requestId, action, before, action === 'delete' ? null : after)
    return after
  }

  async function named(client: PoolClient, id: unknown): Promise<string[]> {
    const { rows } = await client.query<{ user_id: string }>(
      'select user_id from platform.sys_announcement_send where annt_id = $1 and named order by user_id',
      [id],
    )
    return rows.map((row) => row.user_id)
  }

  async function tell(client: PoolClient, session: Session, row: Row): Promise<void> {
    const isForAll = row.msg_type === 'ALL'
    const push: Push = {
      to: 'users',
      tenantId: session.tenantId,
      userIds: isForAll ? null : await named(client, row.id),
      message: {
        cmd: isForAll ? 'topic' : 'user',
        msgId: String(row.id),
        msgTxt: String(row.titile).slice(0, TITLE_IN_PUSH),
      },
    }
    await pushWith(client, push)
  }

  async function saved(session: Session, id: string): Promise<Announcement> {
    const announcement = await store.get(session, id)
    if (!announcement) throw notFound()
    return announcement
  }

  return {
    async add(session, body, requestId) {
      const checked = check(body)
      if ('refused' in checked) return checked
      const id = randomUUID()
      const refusal = await inTransaction(pool, async (client) => {
        const unknown = await unknownUser(client, session, checked.userIds)
        if (unknown) return unknown
        const all: Row = {
          id,
          tenant_id: session.tenantId,
          ...checked.columns,
          create_by: session.username,
          create_time: time(),
        }
        const names = Object.keys(all)
        const { rows } = await client.query<Row>(
          `insert into platform.sys_announcement (${names.map((name) => `"${name}"`).join(', ')})
           values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning *`,
          Object.values(all),
        )
        await name(client, id, checked.userIds)
        await log(client, session, requestId, 'add', null, rows[0] ?? all)
        return null
      })
      return refusal ?? (await saved(session, id))
    },

    async edit(session, body, requestId) {
      const checked = check(body)
      if ('refused' in checked) return checked
      const refusal = await inTransaction(pool, async (client) => {
        const before = await locked(client, session, body.id)
        if (body._version !== undefined && body._version !== before.version)
          throw conflict('记录已被他人修改', { current: await store.get(session, body.id), sent: body })
        // What people have read must not change under their eyes.
        if (before.send_status === '1') return { refused: '通告已发布，请先撤销再编辑' }
        const unknown = await unknownUser(client, session, checked.userIds)
        if (unknown) return unknown
        await client.query('delete from platform.sys_announcement_send where annt_id = $1', [body.id])
        await name(client, body.id, checked.userIds)
        await change(client, session, requestId, before, checked.columns)
        return null
      })
      return refusal ?? (await saved(session, body.id))
    },

    remove: (session, ids, requestId) =>
      inTransaction(pool, async (client) => {
        // In one order, so that two who delete the same ones do not wait for each other.
        const wanted = [...new Set(ids)].sort()
        for (const id of wanted) {
          const before = await locked(client, session, id)
          await change(client, session, requestId, before, { del_flag: 1 }, 'delete')
          if (before.send_status === '1') await tell(client, session, before)
        }
        return wanted.length
      }),

    publish: (session, id, requestId) =>
      inTransaction(pool, async (client) => {
        const before = await locked(client, session, id)
        // The browser asks a read again when its answer was lost: twice is once.
        if (before.send_status === '1') return
        // Whoever read it before it was withdrawn reads it anew.
        await client.query(
          `update platform.sys_announcement_send set read_flag = '0', read_time = null where annt_id = $1`,
          [id],
        )
        const after = await change(client, session, requestId, before, {
          send_status: '1',
          send_time: time(),
          sender: session.username,
          cancel_time: null,
        })
        await tell(client, session, after)
      }),

    withdraw: (session, id, requestId) =>
      inTransaction(pool, async (client) => {
        const before = await locked(client, session, id)
        if (before.send_status !== '1') return
        const after = await change(client, session, requestId, before, {
          send_status: '2',
          cancel_time: time(),
        })
        await tell(client, session, after)
      }),

    tellAgain: (session, id) =>
      inTransaction(pool, async (client) => tell(client, session, await locked(client, session, id))),

    async markRead(session, id) {
      const at = time()
      if (!(await store.mineById(session, id, at))) return false
      await pool.query(
        `insert into platform.sys_announcement_send (id, annt_id, user_id, read_flag, read_time)
         values ($1, $2, $3, '1', $4)
         on conflict (annt_id, user_id) do update set read_flag = '1', read_time = excluded.read_time
         where sys_announcement_send.read_flag <> '1'`,
        [randomUUID(), id, session.userId, at],
      )
      return true
    },

    async markAllRead(session) {
      const at = time()
      const { rowCount } = await pool.query(
        `insert into platform.sys_announcement_send (id, annt_id, user_id, read_flag, read_time)
         select gen_random_uuid()::text, a.id, $1, '1', $2::timestamp from platform.sys_announcement a
           left join platform.sys_announcement_send s on s.annt_id = a.id and s.user_id = $1
         where a.tenant_id = $3 and a.send_status = '1' and a.del_flag = 0 and (a.msg_type = 'ALL' or s.named)
           and (a.start_time is null or a.start_time <= $2::timestamp)
           and (a.end_time is null or a.end_time >= $2::timestamp)
         on conflict (annt_id, user_id) do update set read_flag = '1', read_time = excluded.read_time
         where sys_announcement_send.read_flag <> '1'`,
        [session.userId, at, session.tenantId],
      )
      return rowCount ?? 0
    },
  }
}

/** What an editor sent, as columns; the content cleaned. */
function check(body: AnnouncementBody): { columns: Row; userIds: string[] } | Refusal {
  const titile = body.titile.trim()
  if (titile === '') return { refused: '请输入标题' }
  const startTime = timeOf(body.startTime, '00:00:00')
  const endTime = timeOf(body.endTime, '23:59:59')
  if (startTime === undefined || endTime === undefined) return { refused: '时间格式不正确' }
  if (startTime !== null && endTime !== null && startTime > endTime)
    return { refused: '结束时间不能早于开始时间' }
  const msgType = body.msgType ?? 'ALL'
  const userIds = [...new Set((body.userIds ?? '').split(',').filter((id) => id !== ''))]
  if (msgType === 'USER' && userIds.length === 0) return { refused: '请选择指定用户' }
  if (userIds.length > MAX_RECIPIENTS) return { refused: `指定用户不能超过 ${MAX_RECIPIENTS} 个` }
  const openType = body.openType || null
  const openPage = body.openPage?.trim() || null
  if (openType !== null && openPage === null) return { refused: '请填写打开的页面' }
  if (openType === 'url' && !OPEN_URL.test(openPage ?? ''))
    return { refused: '链接应以 / 、http:// 或 https:// 开头' }
  if (openType === 'component' && !OPEN_COMPONENT.test(openPage ?? '')) return { refused: '组件名称不正确' }
  const msgContent = cleanHtml(body.msgContent ?? '')
  return {
    columns: {
      titile,
      msg_content: msgContent,
      msg_abstract: body.msgAbstract?.trim() || plainText(msgContent, ABSTRACT_LENGTH) || null,
      start_time: startTime,
      end_time: endTime,
      priority: body.priority ?? 'L',
      msg_category: body.msgCategory ?? '1',
      msg_type: msgType,
      bus_type: body.busType || null,
      bus_id: body.busId || null,
      open_type: openType,
      open_page: openPage,
    },
    userIds: msgType === 'USER' ? userIds : [],
  }
}

/** A point of time; a day alone is completed. Undefined for what is none. */
function timeOf(text: string | null | undefined, dayTime: string): string | null | undefined {
  if (!text) return null
  if (!TIME.test(text)) return undefined
  const full = text.length === 10 ? `${text} ${dayTime}` : text
  const read = new Date(`${full.replace(' ', 'T')}Z`)
  // The 30th of February is read as the 2nd of March.
  if (Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== full.slice(0, 10)) return undefined
  return full
}

async function unknownUser(
  client: PoolClient,
  session: Session,
  userIds: readonly string[],
): Promise<Refusal | null> {
  if (userIds.length === 0) return null
  const { rows } = await client.query<{ found: number }>(
    `select count(*) as found from platform.sys_user u join platform.sys_user_tenant t on t.user_id = u.id
     where u.id = any($1) and t.tenant_id = $2 and u.del_flag = 0`,
    [userIds, session.tenantId],
  )
  return Number(rows[0]?.found) === userIds.length ? null : { refused: '指定用户不存在，请重新选择' }
}

async function name(client: PoolClient, id: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await client.query(
    `insert into platform.sys_announcement_send (id, annt_id, user_id, named)
     select gen_random_uuid()::text, $1, user_id, true from unnest($2::text[]) as user_id`,
    [id, userIds],
  )
}

async function log(
  client: PoolClient,
  session: Session,
  requestId: string,
  action: 'add' | 'edit' | 'delete',
  before: Row | null,
  after: Row | null,
): Promise<void> {
  const row = after ?? before
  await recordOperation(client, {
    session,
    action,
    resource: 'sys_announcement',
    requestId,
    changes: [
      {
        table: 'platform.sys_announcement',
        recordId: String(row?.id),
        version: Number(row?.version ?? 1),
        before,
        after,
        documentVersion: '',
      },
    ],
  })
}
