import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nothing, nullable } from '#schemas/api/answer.ts'
import { ok, pageOf, refused } from '#schemas/api/envelope.ts'
import {
  type AddressRow,
  addressPage,
  addressQuery,
  departUserListQuery,
  leavingManyQuery,
  leavingQuery,
  membersBody,
  userPage,
} from '#schemas/api/user.ts'
import type { Row } from '#schemas/compile/model.ts'
import { badRequest } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { Documents } from '../document/documents.ts'
import {
  type ActionStep,
  contextOf,
  type FormReader,
  type FormWriter,
  firstMessage,
  usableForm,
} from '../online-form/index.ts'
import { joinDepart, leaveDepart } from './depart-users.ts'
import type { UserStore } from './store.ts'

export interface DepartUserParts {
  users: Pick<UserStore, 'page' | 'idsBelow'>
  documents: Pick<Documents, 'entry' | 'resolve'>
  reader: Pick<FormReader, 'list'>
  writer: Pick<FormWriter, 'act'>
}

const USERS = 'sys_user'
const ADDRESS_BOOK = 'address_book'

/** The wire's calls for the users of a department, and for the address book. */
export function registerDepartUsers(app: FastifyInstance, parts: DepartUserParts): void {
  const { users, documents, reader, writer } = parts

  route(
    app,
    'GET',
    '/sys/user/departUserList',
    {
      access: { action: 'list', form: USERS },
      query: departUserListQuery,
      answer: nullable(userPage),
    },
    async ({ session, query: { depId, ...query } }) =>
      ok(depId ? await users.page(session, query, { departId: depId }) : null),
  )

  /** Changes the users as one entry of the log. */
  async function changed(
    request: FastifyRequest,
    code: string,
    userIds: readonly string[],
    depId: string,
    work: (at: ActionStep) => Promise<void>,
    message: string,
  ) {
    const ids = [...new Set(userIds.filter((id) => id !== ''))]
    if (ids.length === 0) throw badRequest('参数不识别！')
    const { form } = usableForm(documents, USERS)
    const action = { code, ids, asked: [code, depId, ids], computed: async () => [] }
    const answer = await writer.act(form, action, contextOf(request), async (at) => {
      await work(at)
      return ''
    })
    return answer.done ? ok(null, message) : refused(firstMessage(form, answer.errors))
  }

  route(
    app,
    'POST',
    '/sys/user/editSysDepartWithUser',
    { access: { action: 'edit', form: USERS }, body: membersBody, answer: nothing },
    (request) => {
      const { depId, userIdList } = request.body
      const work = (at: ActionStep) => joinDepart(at, depId, documents)
      return changed(request, 'joinDepart', userIdList, depId, work, '添加成功!')
    },
  )

  const leave = (request: FastifyRequest, userIds: string, depId: string) => {
    const work = (at: ActionStep) => leaveDepart(at, depId, documents)
    return changed(request, 'leaveDepart', userIds.split(','), depId, work, '删除成功!')
  }

  route(
    app,
    'DELETE',
    '/sys/user/deleteUserInDepart',
    { access: { action: 'edit', form: USERS }, query: leavingQuery, answer: nothing },
    (request) => leave(request, request.query.userId, request.query.depId),
  )

  route(
    app,
    'DELETE',
    '/sys/user/deleteUserInDepartBatch',
    { access: { action: 'edit', form: USERS }, query: leavingManyQuery, answer: nothing },
    (request) => leave(request, request.query.userIds, request.query.depId),
  )

  for (const name of [
    'queryByOrgCode',
    'queryByOrgCodeForAddressList',
    'queryDepartUserByOrgCode',
    'queryDepartPostByOrgCode',
  ])
    route(
      app,
      'GET',
      `/sys/user/${name}`,
      { access: { action: 'list', form: ADDRESS_BOOK }, query: addressQuery, answer: addressPage },
      async ({ session, query: { orgCode, realname, workNo, pageNo, pageSize } }) => {
        const { form } = usableForm(documents, ADDRESS_BOOK)
        const like = (field: string, word: string | undefined) => {
          const val = word?.replaceAll('*', '').trim() ?? ''
          return val === '' ? [] : [{ own: { field, rule: 'like' as const, val } }]
        }
        const own = orgCode
          ? [{ own: { field: 'id', rule: 'in' as const, val: await users.idsBelow(session, { orgCode }) } }]
          : []
        const found = await reader.list(
          form,
          session,
          { ...(pageNo ? { pageNo } : {}), ...(pageSize ? { pageSize } : {}) },
          { conditions: [...own, ...like('realname', realname), ...like('workNo', workNo)] },
        )
        return ok(pageOf(found.records.map(addressRow), found.total, found.pageNo, found.pageSize))
      },
    )
}

/** A row of the address book as the wire has it: departments in one text. */
function addressRow(row: Row): AddressRow {
  const text = (name: string) => (row[name] === null || row[name] === undefined ? null : String(row[name]))
  const names = text('selecteddeparts_dictText') ?? ''
  return {
    id: String(row.id),
    userId: String(row.id),
    realname: String(row.realname),
    workNo: text('workNo'),
    post: text('post'),
    ...(row.post_dictText === undefined ? {} : { post_dictText: String(row.post_dictText) }),
    telephone: text('telephone'),
    phone: text('phone'),
    email: text('email'),
    avatar: text('avatar'),
    departId: text('selecteddeparts'),
    departName: names.split(',').join(' | '),
  }
}
