import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import {
  announcementReadBody,
  type BellQuery,
  bellList,
  bellQuery,
  noticeLists,
  noticePage,
  ownMessagesQuery,
  unreadCounts,
} from '#schemas/api/announcement.ts'
import { nothing } from '#schemas/api/answer.ts'
import { ok, pageOf } from '#schemas/api/envelope.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { notFound } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { contextOf, type OnlineFormParts, usableForm } from '../online-form/index.ts'
import { dateRange } from './date-range.ts'
import { type MyMessages, noticeOf } from './my-messages.ts'
import type { MarkRead } from './read-marks.ts'

export interface MessageRouteParts {
  messages: Pick<MyMessages, 'unread' | 'unreadIds'>
  markRead: MarkRead
  forms: Pick<OnlineFormParts, 'documents' | 'reader' | 'actions'>
  now(): Date
}

const FORM = 'my_message'
const SIGNED_IN = { access: 'signedIn' } as const
type Query = Readonly<Record<string, unknown>>

/** The wire's calls for what everybody is sent. The screen is the document `my_message`, over the same rows. */
export function registerMessages(
  app: FastifyInstance,
  { messages, markRead, forms, now }: MessageRouteParts,
): void {
  const formOf = () => usableForm(forms.documents, FORM).form

  route(
    app,
    'GET',
    '/sys/annountCement/listByUser',
    { ...SIGNED_IN, answer: noticeLists },
    async ({ session }) => ok(await messages.unread(session)),
  )

  route(
    app,
    'GET',
    '/sys/annountCement/getUnreadMessageCount',
    { ...SIGNED_IN, answer: unreadCounts },
    async ({ session }) => {
      const count = (await messages.unreadIds(session)).length
      return ok({ count, systemCount: count, flowCount: 0, fileCount: 0, planCount: 0 })
    },
  )

  route(
    app,
    'GET',
    '/sys/annountCement/vue3List',
    { ...SIGNED_IN, query: bellQuery, answer: bellList },
    async ({ session, query }) => {
      const conditions = bellConditions(query, now())
      if (!conditions) return ok([])
      const { pageNo = 1, pageSize = 10 } = query
      const found = await forms.reader.list(
        formOf(),
        session,
        { pageNo, pageSize },
        { conditions: conditions.map((own) => ({ own })) },
      )
      return ok(
        found.records.map((row) => {
          const notice = noticeOf(session, row)
          return { ...notice, id: notice.anntId, sendId: notice.id, izTop: 0, starFlag: '0' }
        }),
      )
    },
  )

  const mine = '/sys/sysAnnouncementSend'
  route(
    app,
    'GET',
    `${mine}/getMyAnnouncementSend`,
    { ...SIGNED_IN, query: ownMessagesQuery, answer: noticePage },
    async ({ session, query }) => {
      const { pageNo = 1, pageSize = 10 } = query
      const found = await forms.reader.list(
        formOf(),
        session,
        { pageNo, pageSize },
        { conditions: conditionsOf(query).map((own) => ({ own })) },
      )
      const records = found.records.map((row) => noticeOf(session, row))
      return ok(pageOf(records, found.total, found.pageNo, found.pageSize))
    },
  )

  route(
    app,
    'PUT',
    `${mine}/editByAnntIdAndUserId`,
    { ...SIGNED_IN, body: announcementReadBody, answer: nothing },
    async ({ session, body }) => {
      if (!(await markRead(session, body.anntId))) throw notFound()
      return ok(null)
    },
  )

  for (const [method, path] of [
    ['PUT', `${mine}/readAll`],
    ['POST', '/sys/annountCement/clearAllUnReadMessage'],
  ] as const)
    route(app, method, path, { ...SIGNED_IN, body: Type.Unknown(), answer: nothing }, async (request) => {
      await forms.actions.run(formOf(), 'readAll', { ids: [], input: {} }, contextOf(request))
      return ok(null, '全部已读')
    })
}

/** What the bell's list is narrowed to; null where it asks for a kind of message that there is not. */
function bellConditions(query: BellQuery, today: Date): Condition[] | null {
  const { fromUser = '', starFlag, rangeDateKey = '', noticeType = '' } = query
  if (starFlag === '1' || !['', 'system'].includes(noticeType)) return null
  const conditions: Condition[] = []
  if (fromUser !== '')
    conditions.push({ field: 'sender', rule: 'in', val: fromUser.split(',').filter(Boolean) })
  if (rangeDateKey !== '') {
    const { from, to } = dateRange(rangeDateKey, today, query)
    if (from !== null) conditions.push({ field: 'sendTime', rule: 'ge', val: from })
    if (to !== null) conditions.push({ field: 'sendTime', rule: 'le', val: to })
  }
  return conditions
}

/** What the wire's client looks for; titles and senders by a part of them, and '' looks for everything. */
function conditionsOf(query: Query): Condition[] {
  const like = (field: string, val: string): Condition => ({ field, rule: 'like', val })
  const conditions: Condition[] = []
  const [title, sender] = [wordOf(query.titile), wordOf(query.sender)]
  if (title !== '') conditions.push(like('titile', title))
  if (sender !== '') conditions.push({ or: [like('sender', sender), like('senderName', sender)] })
  for (const field of ['readFlag', 'msgCategory', 'busType']) {
    const val = wordOf(query[field])
    if (val !== '') conditions.push({ field, rule: 'eq', val })
  }
  return conditions
}

/** A word to look for; the stars of the wire's "contains" fall away. */
function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('*', '').trim().slice(0, 100) : ''
}
