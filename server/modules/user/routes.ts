import type { FastifyInstance } from 'fastify'
import { ok } from '#schemas/api/envelope.ts'
import { badRequest } from '../../errors.ts'
import { parseListQuery } from '../../http/list-query.ts'
import { findUserColumn, isUserColumn, type UserStore } from './store.ts'

const SIGNED_IN = { config: { access: 'signedIn' } } as const
/** Most users that one call names. */
const MAX_VALUES = 1000

/** User calls of pickers. */
export function registerUser(app: FastifyInstance, store: UserStore): void {
  for (const path of ['/sys/user/list', '/sys/user/queryUserComponentData'])
    app.get<{ Querystring: Record<string, unknown> }>(path, SIGNED_IN, async (request) => {
      const { departId, ...query } = request.query
      return ok(
        await store.page(
          request.session,
          parseListQuery(query, findUserColumn(request.session)),
          String(departId ?? ''),
        ),
      )
    })

  // Answered without an envelope, as the wire has it.
  app.get<{ Querystring: Record<string, unknown> }>('/sys/user/getMultiUser', SIGNED_IN, async (request) => {
    const column = Object.keys(request.query).find((name) => isUserColumn(request.session, name))
    if (!column) throw badRequest('参数不识别！')
    return store.byValues(request.session, column, valuesOf(request.query[column]))
  })

  app.get<{ Querystring: { userIds?: unknown } }>('/sys/user/queryByIds', SIGNED_IN, async (request) =>
    ok(await store.byValues(request.session, 'id', valuesOf(request.query.userIds))),
  )
}

function valuesOf(text: unknown): string[] {
  return String(text ?? '')
    .split(',')
    .filter(Boolean)
    .slice(0, MAX_VALUES)
}
