import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok, pageOf, refused } from '#schemas/api/envelope.ts'
import { forceLogoutBody, type OnlineUser, onlineUserPage, onlineUserQuery } from '#schemas/api/sign-in.ts'
import { AppError } from '../../errors.ts'
import { type FindColumn, parseListQuery } from '../../http/list-query.ts'
import { route } from '../../http/route.ts'
import type { Documents } from '../document/documents.ts'
import { contextOf, type FormActions, firstMessage, usableForm } from '../online-form/index.ts'
import type { OnlineSessions } from './store.ts'

export interface OnlineUserParts {
  online: OnlineSessions
  documents: Pick<Documents, 'entry'>
  actions: FormActions
}

const FORM = 'online_user'
/** The wire's client sends the name as it was typed; only paging is the list query's. */
const noColumns: FindColumn = () => null

/** The wire's calls for who is signed in. The screen is the document `online_user`, over the same rows and the same action. */
export function registerOnlineUser(
  app: FastifyInstance,
  { online, documents, actions }: OnlineUserParts,
): void {
  route(
    app,
    'GET',
    '/sys/online/list',
    { access: { permission: 'system:online:list' }, query: onlineUserQuery, answer: onlineUserPage },
    async (request) => {
      const { username = '', pageNo, pageSize } = request.query
      const query = parseListQuery(
        { ...(pageNo === undefined ? {} : { pageNo }), ...(pageSize === undefined ? {} : { pageSize }) },
        noColumns,
      )
      const name = username.replaceAll('*', '').slice(0, 100).toLowerCase()
      const found = (await online.list(request.session)).filter((one) =>
        [one.username, one.realname].some((text) => text.toLowerCase().includes(name)),
      )
      const from = (query.pageNo - 1) * query.pageSize
      // On this call the key is the user's.
      const records = found.slice(from, from + query.pageSize).map(
        ({ userId, id, isOwn, ...one }): OnlineUser => ({
          ...one,
          id: userId,
          token: id,
          isOwn: isOwn === 'Y',
        }),
      )
      return ok(pageOf(records, found.length, query.pageNo, query.pageSize))
    },
  )

  route(
    app,
    'POST',
    '/sys/online/forceLogout',
    { access: { permission: 'system:online:forceLogout' }, body: forceLogoutBody, answer: nothing },
    async (request) => {
      const { form } = usableForm(documents, FORM)
      try {
        const asked = { ids: [request.body.token], input: {} }
        const answer = await actions.run(form, 'forceLogout', asked, contextOf(request))
        return answer.done
          ? ok(null, answer.result.message ?? '')
          : refused(firstMessage(form, answer.errors))
      } catch (error) {
        // The wire's client knows a session that is over as a refusal.
        if (error instanceof AppError && error.status === 404) return refused('该用户已离线')
        throw error
      }
    },
  )
}
