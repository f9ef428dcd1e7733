import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok } from '#schemas/api/envelope.ts'
import {
  audiencesShape,
  changeQueryBody,
  MAX_LIST_SETTINGS_BYTES,
  orderQueriesBody,
  ownListQuery,
  queryCards,
  queryCounts,
  savedQueriesShape,
  saveQueryBody,
  useQueryBody,
} from '#schemas/api/list-view.ts'
import { QUERY_SHARE } from '#schemas/api/permission-codes.ts'
import { savedKey } from '#schemas/api/record.ts'
import { route } from '../../http/route.ts'
import type { Documents } from '../document/documents.ts'
import type { QueryStore } from './query-store.ts'
import type { SavedQueries } from './saved-queries.ts'
import { placeIn } from './store.ts'

export interface QueryRouteParts {
  queries: SavedQueries
  store: Pick<QueryStore, 'order' | 'audiences'>
  documents: Pick<Documents, 'resolve' | 'page'>
}

const LIST = { access: { action: 'list' } } as const
const OWN = { ...LIST, ownAccount: true } as const
/** What a user does with a query is no change of records. */
const USE = { ...OWN, readsOnly: true } as const
const BASE = '/online/view/:code'

/** Queries that are kept under names; those of a page come with its document, too. */
export function registerSavedQueries(
  app: FastifyInstance,
  { queries, store, documents }: QueryRouteParts,
): void {
  route(
    app,
    'GET',
    BASE,
    { ...LIST, query: ownListQuery, answer: savedQueriesShape },
    async ({ session, params: { code }, query }) => {
      const { page, form } = placeIn(documents, code, query.page)
      const forms = await queries.ofPage(session, page)
      return ok(Object.hasOwn(forms, form) ? (forms[form] ?? []) : [])
    },
  )

  route(
    app,
    'GET',
    `${BASE}/counts`,
    { ...LIST, query: ownListQuery, answer: queryCounts },
    async ({ session, params: { code }, query }) =>
      ok(await queries.counts(session, placeIn(documents, code, query.page))),
  )

  route(
    app,
    'POST',
    BASE,
    { ...OWN, body: saveQueryBody, bodyLimit: MAX_LIST_SETTINGS_BYTES, answer: savedKey },
    async ({ session, params: { code }, body: { page, ...content } }) =>
      ok(await queries.save(session, placeIn(documents, code, page), content), '保存成功'),
  )

  route(
    app,
    'PUT',
    `${BASE}/order`,
    { ...USE, body: orderQueriesBody, answer: nothing },
    async ({ session, body: { ids } }) => {
      await store.order(session, ids)
      return ok(null)
    },
  )

  route(
    app,
    'PUT',
    `${BASE}/:id`,
    { ...OWN, body: changeQueryBody, bodyLimit: MAX_LIST_SETTINGS_BYTES, answer: nothing },
    async ({ session, params: { code, id }, body }) => {
      await queries.change(session, placeIn(documents, code).form, id, body)
      return ok(null, '保存成功')
    },
  )

  route(
    app,
    'DELETE',
    `${BASE}/:id`,
    { ...OWN, answer: nothing },
    async ({ session, params: { code, id } }) => {
      await queries.remove(session, placeIn(documents, code).form, id)
      return ok(null, '删除成功')
    },
  )

  route(
    app,
    'PUT',
    `${BASE}/:id/use`,
    { ...USE, body: useQueryBody, answer: nothing },
    async ({ session, params: { code, id }, body }) => {
      await queries.use(session, placeIn(documents, code).form, id, body)
      return ok(null)
    },
  )

  route(
    app,
    'GET',
    '/online/views/audiences',
    { access: { permission: QUERY_SHARE }, answer: audiencesShape },
    async ({ session }) => ok(await store.audiences(session)),
  )

  route(app, 'GET', '/online/views/home', { access: 'signedIn', answer: queryCards }, async ({ session }) =>
    ok(await queries.home(session)),
  )
}
