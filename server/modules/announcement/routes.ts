import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { announcementIdQuery, announcementSyncQuery } from '#schemas/api/announcement.ts'
import { nothing } from '#schemas/api/answer.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import type { Tables } from '../../database/tables.ts'
import { route } from '../../http/route.ts'
import { pushNow } from '../../socket/push.ts'
import {
  contextOf,
  firstMessage,
  type OnlineFormParts,
  usableForm,
  wireRoutes,
} from '../online-form/index.ts'
import { pushOf } from './announcement-push.ts'
import { announcementRows } from './announcement-wire.ts'

export interface AnnouncementRouteParts {
  forms: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'exports' | 'imports' | 'actions'>
  write: Kysely<Tables>
}

const FORM = 'sys_announcement'
const PUBLISH = { access: { action: 'publish', form: FORM } } as const

/** The wire's calls for announcements, besides those of its document. Paths are spelt as the wire has them. */
export function registerAnnouncement(app: FastifyInstance, { forms, write }: AnnouncementRouteParts): void {
  const base = '/sys/annountCement'
  wireRoutes(app, base, { document: FORM, rows: announcementRows }, forms)
  const formOf = () => usableForm(forms.documents, FORM).form

  /** Carries out an action of the document; what is in that state already stays as it is: twice is once. */
  async function change(request: FastifyRequest, id: string, action: string, status: string, done: string) {
    const form = formOf()
    const answer = await forms.actions.run(form, action, { ids: [id], input: {} }, contextOf(request))
    if (answer.done) return ok(null, done)
    const { sendStatus } = await forms.reader.record(form, request.session, id)
    return sendStatus === status ? ok(null, done) : refused(firstMessage(form, answer.errors))
  }

  // A GET that changes something, as the wire has it. No other site can cause it: the token is a header.
  route(
    app,
    'GET',
    `${base}/doReleaseData`,
    { ...PUBLISH, query: announcementIdQuery, answer: nothing },
    async (request) => change(request, request.query.id, 'publish', '1', '该系统通知发布成功'),
  )

  // Spelt so on the wire; a GET that changes something, like the one above.
  route(
    app,
    'GET',
    `${base}/doReovkeData`,
    { ...PUBLISH, query: announcementIdQuery, answer: nothing },
    async (request) => change(request, request.query.id, 'revoke', '2', '该系统通知撤销成功'),
  )

  route(
    app,
    'GET',
    `${base}/syncNotic`,
    { ...PUBLISH, query: announcementSyncQuery, answer: nothing },
    async ({ session, query }) => {
      const announcement = await forms.reader.record(formOf(), session, query.anntId)
      await pushNow(write, pushOf(session.tenantId, query.anntId, announcement))
      return ok(null)
    },
  )
}
