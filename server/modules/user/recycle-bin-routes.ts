import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import { deletedUsers, recycledBody, recycledQuery } from '#schemas/api/user.ts'
import { badRequest } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { Documents } from '../document/documents.ts'
import { contextOf, type FormActions, firstMessage, usableForm } from '../online-form/index.ts'
import type { DeletedUsers } from './deleted-users.ts'

const DOCUMENT = 'deleted_user'
const access = (action: string) => ({ access: { action, form: DOCUMENT } })

/** The wire's calls for the recycle bin of users. The screen is the document `deleted_user`, over the same rows and actions. */
export function registerRecycleBin(
  app: FastifyInstance,
  parts: { deleted: DeletedUsers; documents: Pick<Documents, 'entry'>; actions: FormActions },
): void {
  const { deleted, documents, actions } = parts

  route(
    app,
    'GET',
    '/sys/user/recycleBin',
    { ...access('list'), answer: deletedUsers },
    async ({ session }) => {
      // Here the wire gives the names of the departments for their code.
      const users = await deleted.list(session)
      return ok(users.map((user) => ({ ...user, orgCode: user.orgCodeTxt })))
    },
  )

  const run = async (request: Parameters<typeof contextOf>[0], code: string, userIds: string) => {
    const ids = userIds.split(',').filter((id) => id !== '')
    if (ids.length === 0) throw badRequest('参数不识别！')
    const { form } = usableForm(documents, DOCUMENT)
    const answer = await actions.run(form, code, { ids, input: {} }, contextOf(request))
    return answer.done ? ok(null, answer.result.message ?? '') : refused(firstMessage(form, answer.errors))
  }

  route(
    app,
    'PUT',
    '/sys/user/putRecycleBin',
    { ...access('restore'), body: recycledBody, answer: nothing },
    (request) => run(request, 'restore', request.body.userIds),
  )

  route(
    app,
    'DELETE',
    '/sys/user/deleteRecycleBin',
    { ...access('purge'), query: recycledQuery, answer: nothing },
    (request) => run(request, 'purge', request.query.userIds),
  )
}
