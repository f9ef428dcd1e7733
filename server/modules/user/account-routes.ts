import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import {
  freeNameQuery,
  freezeBody,
  passwordBody,
  userDeparts,
  userQuery,
  userRoles,
} from '#schemas/api/user.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Connections } from '../../database/connection.ts'
import { AppError, forbidden, notFound } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { may } from '../../permission/may.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { NewPasswords } from '../auth/new-passwords.ts'
import type { FormActions, FormWriter } from '../online-form/index.ts'
import { accountsWith, departChoicesOf, roleIdsOf } from './account-store.ts'
import { setPassword } from './user-calls.ts'

export interface AccountRouteParts extends Pick<Connections, 'read'> {
  writer: Pick<FormWriter, 'act'>
  actions: FormActions
  sessions: Pick<SessionStore, 'forgetRights'>
  passwords: NewPasswords
  form(code: string): CompiledForm | null
}

const DOCUMENT = 'sys_user'
const access = (action: string) => ({ access: { action, form: DOCUMENT } })
/** What must not be doubled, by its name on the wire. */
const UNIQUE = ['username', 'phone', 'email'] as const

/** Calls for those who keep accounts, as the wire spells them; the records themselves are a document. */
export function registerAccounts(app: FastifyInstance, parts: AccountRouteParts): void {
  const { read, writer, actions } = parts
  const form = () => {
    const found = parts.form(DOCUMENT)
    if (!found) throw notFound()
    return found
  }

  route(
    app,
    'PUT',
    '/sys/user/frozenBatch',
    { ...access('freeze'), body: freezeBody, answer: nothing },
    async ({ session, body, id }) => {
      const code = body.status === 2 ? 'freeze' : 'thaw'
      if (!may(session, code, { form: form() }).allowed) throw forbidden()
      const ids = body.ids.split(',').filter((one) => one !== '')
      const context = { session, requestId: String(id) }
      const answer = await actions.run(form(), code, { ids, input: {} }, context)
      return answer.done ? ok(null, '操作成功!') : refused(answer.errors[0]?.message ?? '操作失败')
    },
  )

  route(
    app,
    'PUT',
    '/sys/user/changePassword',
    { ...access('password'), body: passwordBody, answer: nothing },
    async ({ session, body: { username, password }, id }) => {
      const [userId] = await accountsWith(read, session, 'username', username)
      if (!userId) throw notFound('用户不存在')
      const action = {
        code: 'password',
        ids: [userId],
        asked: ['password', userId],
        computed: async () => [],
      }
      const answer = await writer.act(form(), action, { session, requestId: String(id) }, async (at) => {
        await setPassword(at, password, parts)
        return ''
      })
      if (!answer.done) throw new AppError('REFUSED', answer.errors[0]?.message)
      return ok(null, '密码修改成功!')
    },
  )

  route(
    app,
    'GET',
    '/sys/user/queryUserRole',
    { ...access('list'), query: userQuery, answer: userRoles },
    async ({ session, query }) => {
      const roles = await roleIdsOf(read, session, query.userid ?? query.userId ?? '')
      return roles.length > 0 ? ok(roles) : refused('未找到用户相关角色信息')
    },
  )

  route(
    app,
    'GET',
    '/sys/user/userDepartList',
    { ...access('list'), query: userQuery, answer: userDeparts },
    async ({ session, query }) => {
      const departs = await departChoicesOf(read, session, query.userId ?? query.userid ?? '')
      return departs.length > 0 ? ok(departs) : refused('查找失败')
    },
  )

  route(
    app,
    'GET',
    '/sys/user/checkOnlyUser',
    { ...access('list'), query: freeNameQuery, answer: nothing },
    async ({ session, query }) => {
      for (const column of UNIQUE) {
        const value = query[column]
        if (typeof value !== 'string' || value === '') continue
        const found = await accountsWith(read, session, column, value)
        if (found.some((id) => id !== query.id)) return refused('用户账号已存在')
      }
      return ok(null)
    },
  )
}
