import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import {
  type AnnouncementBody,
  type AnnouncementEditBody,
  type AnnouncementReadBody,
  announcementBody,
  announcementEditBody,
  announcementIdQuery,
  announcementIdsQuery,
  announcementReadBody,
  announcementSyncQuery,
} from '#schemas/api/announcement.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { badRequest, notFound } from '../../errors.ts'
import { type FindColumn, parseListQuery } from '../../http/list-query.ts'
import type { AnnouncementService } from './service.ts'
import type { AnnouncementStore } from './store.ts'

export interface AnnouncementRouteParts {
  store: AnnouncementStore
  service: AnnouncementService
  now(): Date
}

const right = (name: string) => ({ access: { permission: `system:announcement:${name}` } })
const SIGNED_IN = { access: 'signedIn' } as const
const MAX_BODY_BYTES = 4 * 1024 * 1024
const MAX_IDS = 1000
type Query = Readonly<Record<string, unknown>>

/** Announcements: what editors do, and what everybody reads. Paths are spelt as the wire has them. */
export function registerAnnouncement(
  app: FastifyInstance,
  { store, service, now }: AnnouncementRouteParts,
): void {
  const base = '/sys/annountCement'
  const at = () => wireTime(now()).datetime

  app.get<{ Querystring: Query }>(`${base}/list`, { config: right('list') }, async ({ session, query }) =>
    ok(
      await store.page(session, {
        ...paging(query),
        titile: wordOf(query.titile),
        msgCategory: wordOf(query.msgCategory),
        priority: wordOf(query.priority),
        sendStatus: wordOf(query.sendStatus),
      }),
    ),
  )

  app.post<{ Body: AnnouncementBody }>(
    `${base}/add`,
    { schema: { body: announcementBody }, config: right('add'), bodyLimit: MAX_BODY_BYTES },
    async ({ session, body, id }) => {
      const done = await service.add(session, body, String(id))
      return 'refused' in done ? refused(done.refused) : ok(done, '添加成功！')
    },
  )

  // The wire's clients send either.
  for (const method of ['PUT', 'POST'] as const)
    app.route<{ Body: AnnouncementEditBody }>({
      method,
      url: `${base}/edit`,
      schema: { body: announcementEditBody },
      config: right('edit'),
      bodyLimit: MAX_BODY_BYTES,
      async handler({ session, body, id }) {
        const done = await service.edit(session, body, String(id))
        return 'refused' in done ? refused(done.refused) : ok(done, '修改成功！')
      },
    })

  app.delete<{ Querystring: { id: string } }>(
    `${base}/delete`,
    { schema: { querystring: announcementIdQuery }, config: right('delete') },
    async ({ session, query, id }) => {
      await service.remove(session, [query.id], String(id))
      return ok(null, '删除成功！')
    },
  )

  app.delete<{ Querystring: { ids: string } }>(
    `${base}/deleteBatch`,
    { schema: { querystring: announcementIdsQuery }, config: right('delete') },
    async ({ session, query, id }) => {
      const ids = query.ids.split(',').filter((one) => one !== '')
      if (ids.length === 0 || ids.length > MAX_IDS) throw badRequest('参数不识别！')
      await service.remove(session, ids, String(id))
      return ok(null, '批量删除成功！')
    },
  )

  // A GET that changes something, as the wire has it. No other site can cause it: the token is a header.
  app.get<{ Querystring: { id: string } }>(
    `${base}/doReleaseData`,
    { schema: { querystring: announcementIdQuery }, config: right('publish') },
    async ({ session, query, id }) => {
      await service.publish(session, query.id, String(id))
      return ok(null, '该系统通知发布成功')
    },
  )

  // Spelt so on the wire; a GET that changes something, like the one above.
  app.get<{ Querystring: { id: string } }>(
    `${base}/doReovkeData`,
    { schema: { querystring: announcementIdQuery }, config: right('publish') },
    async ({ session, query, id }) => {
      await service.withdraw(session, query.id, String(id))
      return ok(null, '该系统通知撤销成功')
    },
  )

  app.get<{ Querystring: { anntId: string } }>(
    `${base}/syncNotic`,
    { schema: { querystring: announcementSyncQuery }, config: right('publish') },
    async ({ session, query }) => {
      await service.tellAgain(session, query.anntId)
      return ok(null)
    },
  )

  app.get<{ Querystring: { id: string } }>(
    `${base}/queryById`,
    { schema: { querystring: announcementIdQuery }, config: right('list') },
    async ({ session, query }) => {
      const announcement = await store.get(session, query.id)
      if (!announcement) throw notFound()
      return ok(announcement)
    },
  )

  app.get(`${base}/listByUser`, { config: SIGNED_IN }, async ({ session }) =>
    ok(await store.unread(session, at())),
  )

  const mine = '/sys/sysAnnouncementSend'
  app.get<{ Querystring: Query }>(
    `${mine}/getMyAnnouncementSend`,
    { config: SIGNED_IN },
    async ({ session, query }) =>
      ok(
        await store.mine(
          session,
          {
            ...paging(query),
            titile: wordOf(query.titile),
            sender: wordOf(query.sender),
            readFlag: wordOf(query.readFlag),
            msgCategory: wordOf(query.msgCategory),
            busType: wordOf(query.busType),
          },
          at(),
        ),
      ),
  )

  app.put<{ Body: AnnouncementReadBody }>(
    `${mine}/editByAnntIdAndUserId`,
    { schema: { body: announcementReadBody }, config: SIGNED_IN },
    async ({ session, body }) => {
      if (!(await service.markRead(session, body.anntId))) throw notFound()
      return ok(null)
    },
  )

  app.put(`${mine}/readAll`, { schema: { body: Type.Unknown() }, config: SIGNED_IN }, async ({ session }) =>
    ok(await service.markAllRead(session), '全部已读'),
  )
}

/** Page and size; the filters are read one by one. */
const noColumns: FindColumn = () => null
function paging({ pageNo, pageSize }: Query): { pageNo: number; pageSize: number } {
  const query = parseListQuery({ pageNo, pageSize }, noColumns)
  return { pageNo: query.pageNo, pageSize: query.pageSize }
}

/** A word to look for; the stars of the wire's "contains" fall away. */
function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('*', '').trim().slice(0, 100) : ''
}
