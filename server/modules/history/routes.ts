import type { FastifyInstance } from 'fastify'
import { ok, pageOf } from '#schemas/api/envelope.ts'
import { operationPage, operationsQuery, undoingAnswer, undoneAnswer } from '#schemas/api/operation.ts'
import { listQuery } from '#schemas/api/question.ts'
import { recordPage } from '#schemas/api/record.ts'
import { recycleBody, recycledCount } from '#schemas/api/recycle.ts'
import { badRequest, forbidden, notFound } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { contextOf, type FormReader, usableForm } from '../online-form/index.ts'
import { type BinParts, eraseRecords, restoreRecords } from './bin.ts'
import { listOperations, undoingOf } from './operations.ts'
import { ownerOf, type UndoParts, undoOperation } from './undo.ts'

const PAGE_SIZE = 10
/** Who may delete may see what was deleted, as far as row rules show it, bring it back and remove it for good. */
const DELETE = { access: { action: 'delete' } } as const

/** What a user did, to be taken back. */
export function registerHistory(
  app: FastifyInstance,
  parts: UndoParts & BinParts & { reader: Pick<FormReader, 'recycled'> },
): void {
  const { pool, documents, reader } = parts

  /** A form with a bin: rows of the platform's own tables have bins of their own, or none. */
  const binOf = (code: string) => {
    const { form } = usableForm(documents, code)
    if (!form.table) throw badRequest('该页面没有回收站')
    return form
  }

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
    async (request) => {
      const undone = await undoOperation(parts, request.params.id, contextOf(request))
      return ok(undone, undone.operation === null ? '数据较多，正在后台撤销，完成后会通知您' : '已撤销')
    },
  )

  route(
    app,
    'GET',
    '/online/operation/:id/undo',
    { access: 'signedIn', answer: undoingAnswer },
    async ({ session, params }) => {
      const found = await undoingOf(pool, session, ownerOf(session), params.id)
      if (!found) throw notFound('操作不存在')
      return ok(found.undoing)
    },
  )

  route(
    app,
    'GET',
    '/online/recycle/:code',
    { ...DELETE, query: listQuery, answer: recordPage },
    async ({ session, params, query }) => {
      const { records, total, pageNo, pageSize } = await reader.recycled(binOf(params.code), session, query)
      return ok(pageOf(records, total, pageNo, pageSize))
    },
  )

  route(
    app,
    'POST',
    '/online/recycle/:code/restore',
    { ...DELETE, body: recycleBody, answer: recycledCount },
    async (request) => {
      const count = await restoreRecords(
        parts,
        binOf(request.params.code),
        request.body.ids,
        contextOf(request),
      )
      return ok(count, '还原成功！')
    },
  )

  route(
    app,
    'POST',
    '/online/recycle/:code/erase',
    { ...DELETE, body: recycleBody, answer: recycledCount },
    async ({ session, params, body }) =>
      ok(await eraseRecords(parts, binOf(params.code), body.ids, session), '已彻底删除'),
  )
}
