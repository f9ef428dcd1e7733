import type { FastifyInstance } from 'fastify'
import { ok, pageOf } from '#schemas/api/envelope.ts'
import { operationPage, operationsQuery, undoneAnswer } from '#schemas/api/operation.ts'
import { forbidden } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { contextOf } from '../online-form/index.ts'
import { listOperations } from './operations.ts'
import { ownerOf, type UndoParts, undoOperation } from './undo.ts'

const PAGE_SIZE = 10

/** What a user did, to be taken back. */
export function registerHistory(app: FastifyInstance, parts: UndoParts): void {
  const { pool, documents } = parts

  route(
    app,
    'GET',
    '/online/operation/list',
    { access: 'signedIn', query: operationsQuery, answer: operationPage },
    async ({ session, query: { pageNo = 1, pageSize = PAGE_SIZE, all = false } }) => {
      const everyone = ownerOf(session) === null
      if (all && !everyone) throw forbidden()
      const { lines, total } = await listOperations(pool, documents, session, {
        userId: all ? null : session.userId,
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      return ok({ ...pageOf(lines, total, pageNo, pageSize), everyone })
    },
  )

  route(
    app,
    'POST',
    '/online/operation/:id/undo',
    { access: 'signedIn', answer: undoneAnswer },
    async (request) => ok(await undoOperation(parts, request.params.id, contextOf(request)), '已撤销'),
  )
}
