import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { draftBody, draftKeyQuery, draftQuery, draftsAnswer, MAX_DRAFT_BYTES } from '#schemas/api/draft.ts'
import { ok } from '#schemas/api/envelope.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { forbidden, notFound } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView, type RecordSource } from '../online-form/index.ts'
import type { Drafts } from './drafts.ts'

export interface DraftRouteParts {
  drafts: Drafts
  documents: Pick<Documents, 'resolve'>
  records: Pick<RecordSource, 'get'>
}

/** A draft is a person's; keeping one changes no record, so that the log has no line for it every few seconds. */
const OWN = { access: 'signedIn', ownAccount: true, readsOnly: true } as const

/** What a user has typed into a form and not saved: kept while it is typed, offered when the form is opened again. */
export function registerDrafts(app: FastifyInstance, { drafts, documents, records }: DraftRouteParts): void {
  /** The form, where this user may do anything with it, and the record, where this user still sees it. */
  async function drafted(session: Session, code: string, id: string): Promise<CompiledForm> {
    const form = documents.resolve(code)
    if (!form || !['list', 'add', 'edit'].some((action) => may(session, action, { form }).allowed))
      throw forbidden()
    if (id !== '' && !(await records.get(formView(session, form), session, id))) throw notFound()
    return form
  }

  route(
    app,
    'GET',
    '/online/draft/:code',
    { ...OWN, query: draftQuery, answer: draftsAnswer },
    async ({ session, params, query: { record: id = '' } }) =>
      ok(await drafts.offered(session, await drafted(session, params.code, id), id)),
  )

  route(
    app,
    'PUT',
    '/online/draft/:code',
    { ...OWN, body: draftBody, bodyLimit: MAX_DRAFT_BYTES, answer: nothing },
    async ({ session, params, body: { key, record: id = '', ...content } }) => {
      const form = await drafted(session, params.code, id)
      await drafts.keep(session, form, id, key, content)
      return ok(null)
    },
  )

  // One's own draft may go whatever has become of its form and record.
  route(
    app,
    'DELETE',
    '/online/draft/:code',
    { ...OWN, query: draftKeyQuery, answer: nothing },
    async ({ session, params, query }) => {
      await drafts.remove(session, params.code, query.key)
      return ok(null)
    },
  )
}
