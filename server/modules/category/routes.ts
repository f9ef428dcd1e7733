import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import {
  categoryBatchQuery,
  categoryCodeQuery,
  categoryOptions,
  categoryPage,
  categoryQuery,
  categoryRows,
  categoryShape,
  categoryTexts,
} from '#schemas/api/category.ts'
import { ok, pageOf, refused } from '#schemas/api/envelope.ts'
import { listQuery } from '#schemas/api/question.ts'
import { recordPage } from '#schemas/api/record.ts'
import { wireTreeNodes } from '#schemas/api/tree.ts'
import { route } from '../../http/route.ts'
import { type OnlineFormParts, usableForm, wireRoutes } from '../online-form/index.ts'
import { categoryCondition } from './condition.ts'
import { CATEGORY_ROOT, type CategoryStore } from './store.ts'

/** Most texts that one call asks for. */
const MAX_IDS = 1000
const ASKED = { access: 'signedIn', query: categoryQuery } as const
const TREE = { ...ASKED, answer: wireTreeNodes } as const

const FORM = 'sys_category'
const LISTED = { access: { action: 'list', form: FORM } } as const

/** The wire's calls by which categories are administered, besides those of their document. */
export function registerCategoryScreen(
  app: FastifyInstance,
  store: CategoryStore,
  forms: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'exports' | 'imports'>,
): void {
  const api = '/sys/category'
  wireRoutes(app, api, { document: FORM }, forms)

  route(
    app,
    'GET',
    `${api}/rootList`,
    { ...LISTED, query: listQuery, answer: recordPage },
    async ({ session, query }) => {
      const { form } = usableForm(forms.documents, FORM)
      // A search goes through all levels, as the tree of the screen does.
      const isSearch = ['name', 'code'].some(
        (field) => typeof query[field] === 'string' && query[field] !== '',
      )
      const asked = isSearch ? query : { pid: CATEGORY_ROOT, ...query }
      const { records, total, pageNo, pageSize } = await forms.reader.list(form, session, asked)
      return ok(pageOf(records, total, pageNo, pageSize))
    },
  )

  route(
    app,
    'GET',
    `${api}/childList`,
    { ...LISTED, query: categoryQuery, answer: categoryRows },
    async ({ session, query: { pid } }) => ok(await store.below(session, [pid || CATEGORY_ROOT])),
  )

  route(
    app,
    'GET',
    `${api}/getChildListBatch`,
    { ...LISTED, query: categoryBatchQuery, answer: categoryPage },
    async ({ session, query }) => {
      const pids = query.parentIds.split(',').filter(Boolean).slice(0, MAX_IDS)
      const rows = await store.below(session, pids)
      return ok(pageOf(rows, rows.length, 1, Math.max(rows.length, 1)))
    },
  )

  route(
    app,
    'GET',
    `${api}/checkCode`,
    { ...LISTED, query: categoryCodeQuery, answer: nothing },
    async ({ session, query: { pid, code } }) => {
      const parent = pid && pid !== CATEGORY_ROOT ? await store.one(session, 'id', pid) : null
      return parent && !code.startsWith(parent.code)
        ? refused(`编码不符合规范,须以"${parent.code}"开头!`)
        : ok(null)
    },
  )
}

/** Category dictionary: trees and texts of the session's tenant. */
export function registerCategory(app: FastifyInstance, store: CategoryStore): void {
  const api = '/sys/category'
  route(app, 'GET', `${api}/loadTreeRoot`, TREE, async ({ session, query: { pcode, async } }) => {
    const id = await store.idOf(session, pcode || CATEGORY_ROOT)
    if (id === null) return noSuchTree(pcode)
    return ok(await (String(async) === 'false' ? store.whole(session, id) : store.children(session, id)))
  })
  route(app, 'GET', `${api}/loadTreeChildren`, TREE, async ({ session, query: { pid = '' } }) =>
    ok(await store.children(session, pid)),
  )
  route(app, 'GET', `${api}/loadTreeData`, TREE, async ({ session, query: { pid, pcode, condition } }) => {
    const wanted = categoryCondition(condition)
    const id = pid || (await store.idOf(session, pcode || CATEGORY_ROOT))
    return id === null ? noSuchTree(pcode) : ok(await store.children(session, id, wanted))
  })
  route(
    app,
    'GET',
    `${api}/loadDictItem`,
    { ...ASKED, answer: categoryTexts },
    async ({ session, query }) => {
      const { ids = '', delNotExist } = query
      const wanted = ids.split(',').filter(Boolean).slice(0, MAX_IDS)
      const names = new Map((await store.byIds(session, wanted)).map((row) => [row.id, row.name]))
      return ok(wanted.flatMap((id) => names.get(id) ?? (delNotExist === 'false' ? id : [])))
    },
  )
  route(app, 'GET', `${api}/loadOne`, { ...ASKED, answer: categoryShape }, async ({ session, query }) => {
    const { field = '', val = '' } = query
    const row =
      field === 'id' || field === 'code' || field === 'name' ? await store.one(session, field, val) : null
    if (!row) return refused('查询无果')
    return ok(row)
  })
  route(
    app,
    'GET',
    `${api}/loadAllData`,
    { ...ASKED, answer: categoryOptions },
    async ({ session, query }) => {
      const { code = '' } = query
      const prefix = code === CATEGORY_ROOT ? '' : code
      const found = (await store.all(session)).filter((row) => row.code.startsWith(prefix))
      return ok(found.map((row) => ({ value: row.id, text: row.name, title: row.name })))
    },
  )
}

function noSuchTree(code: string | undefined) {
  return refused(`加载分类字典树参数有误.[${code === undefined ? 'null' : code.slice(0, 40)}]!`)
}
