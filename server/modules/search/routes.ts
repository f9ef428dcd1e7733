import type { FastifyInstance } from 'fastify'
import { ok } from '#schemas/api/envelope.ts'
import { searchQuery, searchResult, searchStarts } from '#schemas/api/search.ts'
import { route } from '../../http/route.ts'
import type { Search } from './search.ts'

/** What the search of the header asks. */
export function registerSearch(app: FastifyInstance, search: Search): void {
  route(
    app,
    'GET',
    '/online/search',
    { access: 'signedIn', query: searchQuery, answer: searchResult },
    async ({ session, query }) => ok(await search.records(session, query.q)),
  )

  route(
    app,
    'GET',
    '/online/search/starts',
    { access: 'signedIn', answer: searchStarts },
    async ({ session }) => ok(search.starts(session)),
  )
}
