import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { nothing } from '#schemas/api/answer.ts'
import {
  commentAnswer,
  commentBody,
  commentedQuery,
  commentFiles,
  commentIdQuery,
  commentPage,
  newComment,
} from '#schemas/api/comment.ts'
import { ok, pageOf } from '#schemas/api/envelope.ts'
import { AppError, badRequest, forbidden, notFound } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView, type RecordSource } from '../online-form/index.ts'
import type { Commented, CommentStore } from './store.ts'
import { type TellingParts, tellAddressed } from './tell-addressed.ts'

export interface CommentRouteParts extends Omit<TellingParts, 'comments' | 'sees'> {
  comments: CommentStore
  documents: Pick<Documents, 'resolve'>
  records: Pick<RecordSource, 'get'>
}

const SIGNED_IN = { access: 'signedIn' } as const
const PAGE_SIZE = 10

/** Comments on records: whoever sees a record reads what is said about it and says something; one's own can be taken back. */
export function registerComments(
  app: FastifyInstance,
  { comments, documents, records, ...telling }: CommentRouteParts,
): void {
  const tellingParts: TellingParts = {
    ...{ ...telling, comments, documents },
    sees: (session, { form, id }) =>
      seen(session, form, id).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError) return false
          throw error
        },
      ),
  }

  /** The record, where this user sees it; otherwise it is refused like the record itself. */
  async function seen(session: Session, name: string, id: string): Promise<Commented> {
    const form = documents.resolve(name)
    if (!form || !may(session, 'list', { form }).allowed) throw forbidden()
    if (!(await records.get(formView(session, form), session, id))) throw notFound()
    return { form: form.code, id }
  }

  async function seenComment(session: Session, id: string) {
    const comment = await comments.get(session, id)
    if (!comment) throw notFound()
    await seen(session, comment.tableName, comment.tableDataId)
    return comment
  }

  const base = '/sys/comment'
  route(
    app,
    'GET',
    `${base}/listByForm`,
    { ...SIGNED_IN, query: commentedQuery, answer: commentPage },
    async ({ session, query }) => {
      const record = await seen(session, query.tableName, query.tableDataId)
      const { pageNo = 1, pageSize = PAGE_SIZE } = query
      return ok(await comments.page(session, record, Math.max(pageNo, 1), pageSize))
    },
  )

  route(
    app,
    'GET',
    `${base}/queryById`,
    { ...SIGNED_IN, query: commentIdQuery, answer: commentAnswer },
    async ({ session, query }) => ok(await seenComment(session, query.id)),
  )

  for (const name of ['addText', 'add'])
    route(
      app,
      'POST',
      `${base}/${name}`,
      { ...SIGNED_IN, body: commentBody, answer: newComment },
      async ({ session, body }) => {
        if (body.commentContent.trim() === '') throw badRequest('评论内容不能为空')
        const record = await seen(session, body.tableName, body.tableDataId)
        const { tell, untold } = await tellAddressed(tellingParts, session, record, body)
        const added = await comments.add(session, record, body, tell)
        if (!added) throw badRequest('回复的评论或用户不存在')
        return ok({ ...added, untold }, '评论成功！')
      },
    )

  route(
    app,
    'DELETE',
    `${base}/deleteOne`,
    { ...SIGNED_IN, query: commentIdQuery, answer: nothing },
    async ({ session, query }) => {
      const { fromUserId } = await seenComment(session, query.id)
      if (fromUserId !== session.userId && !session.isAdmin) throw forbidden('只能删除自己的评论')
      await comments.remove(session, query.id)
      return ok(null, '删除成功!')
    },
  )

  route(
    app,
    'GET',
    `${base}/fileList`,
    { ...SIGNED_IN, query: commentedQuery, answer: commentFiles },
    async ({ session, query }) => {
      await seen(session, query.tableName, query.tableDataId)
      return ok(pageOf([], 0, 1, query.pageSize ?? PAGE_SIZE))
    },
  )

  // Where a viewer of files stands; there is none.
  route(app, 'GET', `${base}/getFileViewDomain`, { ...SIGNED_IN, answer: Type.String() }, async () => ok(''))
}
