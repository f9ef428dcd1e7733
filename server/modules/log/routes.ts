import type { FastifyInstance } from 'fastify'
import { ok, pageOf, refused } from '#schemas/api/envelope.ts'
import { logsQuery } from '#schemas/api/log.ts'
import { recordKeysQuery } from '#schemas/api/question.ts'
import { recordPage, removedCount } from '#schemas/api/record.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { may } from '../../permission/may.ts'
import { contextOf, firstMessage, type OnlineFormParts, usableForm } from '../online-form/index.ts'

const FORM = 'sys_log'
/** What the wire's client writes in the place of ids to empty the log. */
const ALL = 'allclear'

/** The calls of the wire that are the log's own; the others are those of its document. */
export function registerLog(
  app: FastifyInstance,
  {
    documents,
    reader,
    writer,
    actions,
  }: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'actions'>,
): void {
  const formOf = () => usableForm(documents, FORM).form

  route(
    app,
    'GET',
    '/sys/log/list',
    { access: { action: 'list', form: FORM }, query: logsQuery, answer: recordPage },
    async ({ session, query: { keyWord, ...query } }) => {
      const word = typeof keyWord === 'string' ? keyWord.replaceAll('*', '').slice(0, 100) : ''
      const found = await reader.list(formOf(), session, {
        ...query,
        ...(word === '' ? {} : { logContent: `*${word}*` }),
      })
      return ok(pageOf(found.records, found.total, found.pageNo, found.pageSize))
    },
  )

  route(
    app,
    'DELETE',
    '/sys/log/deleteBatch',
    { access: { action: 'delete', form: FORM }, query: recordKeysQuery, answer: removedCount },
    async (request) => {
      const { session, query } = request
      if (query.ids === '') throw badRequest('参数不识别！')
      const form = formOf()
      if (query.ids !== ALL)
        return ok(await writer.remove(form, query.ids.split(','), contextOf(request)), '批量删除成功！')
      // Emptying the log has a right of its own.
      if (!may(session, 'clear', { form }).allowed) throw forbidden()
      const answer = await actions.run(form, 'clear', { ids: [], input: {} }, contextOf(request))
      return answer.done ? ok(0, '清除成功！') : refused(firstMessage(form, answer.errors))
    },
  )
}
