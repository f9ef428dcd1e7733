import type { FastifyInstance } from 'fastify'
import { ok } from '#schemas/api/envelope.ts'
import type { PageDefinition, PageViews } from '#schemas/api/page.ts'
import { pageDefinitionShape } from '#schemas/api/record.ts'
import { route } from '../../../http/route.ts'
import type { Session } from '../../../permission/session.ts'
import { compositePage } from './composite-page.ts'
import type { OnlineFormParts } from './online-form-parts.ts'
import { pageDefinition } from './page-definition.ts'
import { usableForm } from './record-calls.ts'

type Parts = Pick<OnlineFormParts, 'documents' | 'dictionaries' | 'pageViews'>

/** The call that brings a page: one for each opening, with what the user set up on it. */
export function registerDocument(app: FastifyInstance, { documents, dictionaries, pageViews }: Parts): void {
  const pageOf = async (code: string, session: Session) => {
    const composite = documents.page(code)
    if (composite) return compositePage(composite, session, documents, dictionaries)
    const { entry, form } = usableForm(documents, code, session)
    return pageDefinition(entry, form, session, documents, dictionaries)
  }

  route(
    app,
    'GET',
    '/online/document/:code',
    { access: { action: 'list' }, answer: pageDefinitionShape },
    async ({ params: { code }, session }) => {
      const [page, views] = await Promise.all([pageOf(code, session), pageViews(session, code)])
      return ok(withViews(page, views))
    },
  )
}

/** A page with what its user set up on it, which comes beside what all who see the same share. */
function withViews(page: PageDefinition, views: PageViews): PageDefinition {
  if (page.kind === 'form') return { ...page, views }
  const forms = Object.entries(page.forms).map(([code, form]) => [code, { ...form, views }])
  return { ...page, forms: Object.fromEntries(forms) }
}
