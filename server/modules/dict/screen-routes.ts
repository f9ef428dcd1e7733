import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import {
  deletedDicts,
  dictIdParams,
  dictIds,
  dictItemCheckQuery,
  dictNodes,
  dictNodesQuery,
} from '#schemas/api/dict.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import { route } from '../../http/route.ts'
import { contextOf, formView, type OnlineFormParts, usableForm, wireRoutes } from '../online-form/index.ts'
import type { DictRecycleBin } from './recycle-bin.ts'

const DICT = 'sys_dict'
const ITEM = 'sys_dict_item'
/** Most dictionaries that the tree answers. */
const MAX_NODES = 10_000

export interface DictScreenParts {
  forms: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'exports' | 'imports' | 'store'>
  bin: DictRecycleBin
}

/** The wire's calls by which dictionaries and their items are administered, besides those of their documents. */
export function registerDictScreen(app: FastifyInstance, { forms, bin }: DictScreenParts): void {
  wireRoutes(app, '/sys/dict', { document: DICT }, forms)
  wireRoutes(app, '/sys/dictItem', { document: ITEM }, forms)
  const access = (action: string) => ({ access: { action, form: DICT } })

  route(
    app,
    'GET',
    '/sys/dict/treeList',
    { ...access('list'), query: dictNodesQuery, answer: dictNodes },
    async ({ session, query: { dictName = '' } }) => {
      const view = formView(session, usableForm(forms.documents, DICT).form)
      const asked = dictName === '' ? [] : [{ field: 'dictName', rule: 'like', val: dictName } as const]
      const order = [{ field: 'dictName', descending: false }]
      const rows = await forms.store.rows(view, session, asked, order, MAX_NODES)
      return ok(
        rows.map(({ id, dictName: title, dictCode }) => ({
          key: String(id),
          title: String(title),
          dictCode: String(dictCode),
        })),
      )
    },
  )

  route(
    app,
    'GET',
    '/sys/dictItem/dictItemCheck',
    { access: { action: 'list', form: ITEM }, query: dictItemCheckQuery, answer: nothing },
    async ({ session, query: { id = '', dictId, itemValue } }) => {
      const view = formView(session, usableForm(forms.documents, ITEM).form)
      const same = { and: [eq('dictId', dictId), eq('itemValue', itemValue)] }
      const [found] = await forms.store.rows(view, session, [same], [], 1)
      return found && found.id !== id ? refused('该值不可用，系统中已存在！') : ok(null, '该值可用！')
    },
  )

  route(app, 'GET', '/sys/dict/deleteList', { ...access('recycle'), answer: deletedDicts }, async () =>
    ok(await bin.list()),
  )

  const restore = async (request: FastifyRequest, ids: readonly string[]) => {
    await bin.restore(ids, contextOf(request))
    return ok(null, '操作成功!')
  }
  const erase = async (request: FastifyRequest, ids: readonly string[]) => {
    await bin.erase(ids, contextOf(request))
    return ok(null, '删除成功!')
  }
  const one = { ...access('recycle'), params: dictIdParams, answer: nothing }
  route(app, 'PUT', '/sys/dict/back/:id', one, async (request) => restore(request, [request.params.id]))
  route(app, 'DELETE', '/sys/dict/deletePhysic/:id', one, async (request) =>
    erase(request, [request.params.id]),
  )
  route(
    app,
    'PUT',
    '/sys/dict/putRecycleBin',
    { ...access('recycle'), body: dictIds, answer: nothing },
    async (request) => restore(request, request.body.ids.split(',').filter(Boolean)),
  )
  route(
    app,
    'DELETE',
    '/sys/dict/deleteRecycleBin',
    { ...access('recycle'), query: dictIds, answer: nothing },
    async (request) => erase(request, request.query.ids.split(',').filter(Boolean)),
  )
}

function eq(field: string, val: string) {
  return { field, rule: 'eq', val } as const
}
