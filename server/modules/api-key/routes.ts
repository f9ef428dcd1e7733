import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { nothing } from '#schemas/api/answer.ts'
import { apiKeyBody, apiKeyMade, apiKeyRevokeBody, apiKeyRights, ownApiKeys } from '#schemas/api/api-key.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import { fieldRefusal } from '#schemas/api/sign-in.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { isDay } from '#schemas/rules/day.ts'
import type { Tables } from '../../database/tables.ts'
import { notFound } from '../../errors.ts'
import { requestEvent } from '../../http/request-event.ts'
import { route } from '../../http/route.ts'
import type { EventLog } from '../../operation/event-log.ts'
import { newApiKey } from '../../permission/api-keys.ts'
import type { ActionCall } from '../online-form/index.ts'
import { mayGive, ownRights, unknownRight } from './own-rights.ts'
import { addKey, keyNamesOf, ownKeys, revokeKey } from './store.ts'

const ADD = { access: { permission: 'system:apiKey:make' }, ownAccount: true } as const
const MAX_KEYS = 50
/** A key is made anew at least this often. */
const MAX_DAYS = 731

export interface ApiKeyParts {
  read: Kysely<Tables>
  write: Kysely<Tables>
  log: EventLog
  now(): Date
}

/** The own keys of an integrator: what may be given to them, made, listed and revoked. Those of all are a document. */
export function registerApiKeys(app: FastifyInstance, { read, write, log, now }: ApiKeyParts): void {
  route(app, 'GET', '/sys/apiKey/rights', { ...ADD, answer: apiKeyRights }, async ({ session }) =>
    ok(await ownRights(read, session)),
  )

  route(app, 'GET', '/sys/apiKey/own', { ...ADD, answer: ownApiKeys }, async ({ session }) =>
    ok(await ownKeys(read, session)),
  )

  route(
    app,
    'POST',
    '/sys/apiKey/make',
    { ...ADD, body: apiKeyBody, answer: apiKeyMade, refusal: fieldRefusal },
    async (request) => {
      const { session, body } = request
      const field = (name: string, message: string) => refused(message, 500, { field: name })
      const name = body.name.trim()
      if (name === '') return field('name', '请输入名称')
      const today = wireTime(now()).date
      const latest = wireTime(new Date(now().getTime() + MAX_DAYS * 86_400_000)).date
      if (!isDay(body.endDate)) return field('endDate', '截止日期应为有效的日期')
      if (body.endDate < today) return field('endDate', '截止日期不能早于今天')
      if (body.endDate > latest) return field('endDate', '截止日期最长两年')
      const rights = [...new Set(body.rights.flatMap((codes) => codes.split(',')))]
      const beyond = rights.find((code) => !mayGive(session, code))
      if (beyond !== undefined) return field('rights', `您没有权限“${beyond.slice(0, 50)}”，不能授予密钥`)
      const unknown = await unknownRight(read, rights)
      if (unknown !== undefined) return field('rights', `没有名为“${unknown.slice(0, 50)}”的权限`)
      const kept = await keyNamesOf(write, session.userId)
      if (kept.length >= MAX_KEYS) return refused(`每个用户最多保留 ${MAX_KEYS} 个有效的密钥`)
      if (kept.includes(name)) return field('name', '已有同名的密钥')
      const made = newApiKey()
      const id = await addKey(write, session, { name, made, rights, endDate: body.endDate })
      log.write({
        ...requestEvent(request),
        kind: 'operation',
        content: `新建接口密钥“${name}”（${made.hint}…），权限 ${rights.length} 项，截止 ${body.endDate}`,
        result: 'success',
      })
      return ok({ id, key: made.key }, '密钥已生成')
    },
  )

  route(
    app,
    'POST',
    '/sys/apiKey/revoke',
    { ...ADD, body: apiKeyRevokeBody, answer: nothing },
    async (request) => {
      const revoked = await revokeKey(write, request.session, request.body.id, wireTime(now()).datetime)
      if (revoked === null) throw notFound('密钥不存在')
      log.write({
        ...requestEvent(request),
        kind: 'operation',
        content: `撤销接口密钥“${revoked}”`,
        result: 'success',
      })
      return ok(null, '密钥已撤销')
    },
  )
}

/** What the document of all keys may call: whoever is responsible for a tenant ends any key in it. */
export const apiKeyCalls = {
  async 'api-key.revoke'({ set }) {
    await set({ status: '2' })
    return { message: '密钥已撤销' }
  },
} satisfies Record<string, ActionCall>
