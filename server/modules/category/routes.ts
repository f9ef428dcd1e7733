import type { FastifyInstance } from 'fastify'
import { type CategoryQuery, categoryQuery } from '#schemas/api/category.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import type { Session } from '../../permission/session.ts'
import { CATEGORY_ROOT, type CategoryStore } from './store.ts'

/** Most texts that one call asks for. */
const MAX_IDS = 1000

/** Category dictionary: trees and texts of the session's tenant. */
export function registerCategory(app: FastifyInstance, store: CategoryStore): void {
  const get = (path: string, handler: (session: Session, query: CategoryQuery) => Promise<unknown>) =>
    app.get<{ Querystring: CategoryQuery }>(
      `/sys/category/${path}`,
      { schema: { querystring: categoryQuery }, config: { access: 'signedIn' } },
      (request) => handler(request.session, request.query),
    )

  get('loadTreeRoot', async (session, { pcode, async }) => {
    const id = await store.idOf(session, pcode || CATEGORY_ROOT)
    if (id === null) return noSuchTree(pcode)
    return ok(await (String(async) === 'false' ? store.whole(session, id) : store.children(session, id)))
  })
  get('loadTreeChildren', async (session, { pid = '' }) => ok(await store.children(session, pid)))
  get('loadTreeData', async (session, { pid, pcode }) => {
    if (pid) return ok(await store.children(session, pid))
    const id = pcode === undefined ? null : await store.idOf(session, pcode || CATEGORY_ROOT)
    return id === null ? noSuchTree(pcode) : ok(await store.children(session, id))
  })
  get('loadDictItem', async (session, { ids = '', delNotExist }) => {
    const wanted = ids.split(',').filter(Boolean).slice(0, MAX_IDS)
    const names = new Map((await store.byIds(session, wanted)).map((row) => [row.id, row.name]))
    return ok(wanted.flatMap((id) => names.get(id) ?? (delNotExist === 'false' ? id : [])))
  })
  get('loadOne', async (session, { field = '', val = '' }) => {
    const row =
      field === 'id' || field === 'code' || field === 'name' ? await store.one(session, field, val) : null
    if (!row) return refused('查询无果')
    return ok({ id: row.id, pid: row.pid, name: row.name, code: row.code, hasChild: row.has_child })
  })
  get('loadAllData', async (session, { code = '' }) => {
    const prefix = code === CATEGORY_ROOT ? '' : code
    const found = (await store.all(session)).filter((row) => row.code.startsWith(prefix))
    return ok(found.map((row) => ({ value: row.id, text: row.name, title: row.name })))
  })
}

function noSuchTree(code: string | undefined) {
  return refused(`加载分类字典树参数有误.[${code === undefined ? 'null' : code.slice(0, 40)}]!`)
}
