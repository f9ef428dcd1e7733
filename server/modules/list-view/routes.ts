import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok } from '#schemas/api/envelope.ts'
import { MAX_LIST_SETTINGS_BYTES, ownListBody, ownListQuery } from '#schemas/api/list-view.ts'
import { route } from '../../http/route.ts'
import type { Documents } from '../document/documents.ts'
import { type ListViewStore, placeIn } from './store.ts'

export interface ListViewRouteParts {
  views: Pick<ListViewStore, 'keepOwn' | 'removeOwn'>
  documents: Pick<Documents, 'resolve' | 'page'>
}

/** How a list looks to somebody changes no record: the log has no line for each column that is dragged. */
const OWN = { access: { action: 'list' }, ownAccount: true, readsOnly: true } as const
const PATH = '/online/view/:code/own'

/** How users set their lists up; what they set comes back with the document of the page. */
export function registerListViews(app: FastifyInstance, { views, documents }: ListViewRouteParts): void {
  route(
    app,
    'PUT',
    PATH,
    { ...OWN, body: ownListBody, bodyLimit: MAX_LIST_SETTINGS_BYTES, answer: nothing },
    async ({ session, params, body: { page, settings } }) => {
      await views.keepOwn(session, placeIn(documents, params.code, page), settings)
      return ok(null)
    },
  )

  route(
    app,
    'DELETE',
    PATH,
    { ...OWN, query: ownListQuery, answer: nothing },
    async ({ session, params, query: { page } }) => {
      await views.removeOwn(session, placeIn(documents, params.code, page))
      return ok(null)
    },
  )
}
