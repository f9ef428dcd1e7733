import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ok } from '#schemas/api/envelope.ts'
import {
  departUsersQuery,
  generatedId,
  mentionQuery,
  pickedUsersQuery,
  userIdsQuery,
  userPage,
  users,
  userValuesQuery,
} from '#schemas/api/user.ts'
import { badRequest } from '../../errors.ts'
import { bareRoute, route } from '../../http/route.ts'
import type { UserStore } from './store.ts'

const SIGNED_IN = { access: 'signedIn' } as const
/** Most users that one call names. */
const MAX_VALUES = 1000

/** User calls of pickers. */
export function registerUser(app: FastifyInstance, store: UserStore): void {
  for (const path of [
    '/sys/user/list',
    '/sys/user/queryUserComponentData',
    '/sys/user/queryDepartPostUserPageList',
  ])
    route(app, 'GET', path, { ...SIGNED_IN, query: pickedUsersQuery, answer: userPage }, async (request) => {
      const { departId = '', ...query } = request.query
      return ok(await store.page(request.session, query, { departId }))
    })

  route(
    app,
    'GET',
    '/sys/user/selectUserList',
    { ...SIGNED_IN, query: mentionQuery, answer: userPage },
    async ({ session, query }) => ok(await store.mentioned(session, query)),
  )

  // Answered without an envelope, as the wire has it.
  bareRoute(
    app,
    'GET',
    '/sys/user/getMultiUser',
    { ...SIGNED_IN, query: userValuesQuery, answer: users },
    async (request) => {
      const column = Object.keys(request.query).find((name) => store.mayAsk(request.session, name))
      if (!column) throw badRequest('参数不识别！')
      return store.byValues(request.session, column, valuesOf(request.query[column]))
    },
  )

  route(
    app,
    'GET',
    '/sys/user/queryByIds',
    { ...SIGNED_IN, query: userIdsQuery, answer: users },
    async (request) => ok(await store.byValues(request.session, 'id', valuesOf(request.query.userIds))),
  )

  route(
    app,
    'GET',
    '/sys/user/queryUserByDepId',
    { ...SIGNED_IN, query: departUsersQuery, answer: users },
    async ({ session, query }) => ok(await store.below(session, query.id, query.realname ?? '')),
  )

  // Clients name a record before it is stored; the server gives keys of its own.
  route(app, 'GET', '/sys/user/generateUserId', { ...SIGNED_IN, answer: generatedId }, async () =>
    ok(randomUUID().replaceAll('-', '')),
  )
}

function valuesOf(text: unknown): string[] {
  return String(text ?? '')
    .split(',')
    .filter(Boolean)
    .slice(0, MAX_VALUES)
}
