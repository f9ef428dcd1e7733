import type { FastifyInstance } from 'fastify'
import {
  type DepartLevelQuery,
  type DepartSearchQuery,
  departLevelQuery,
  departSearchQuery,
} from '#schemas/api/depart.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import type { Connections } from '../../database/connection.ts'
import { treeOf } from './depart-tree.ts'
import { allDeparts } from './store.ts'

const SIGNED_IN = { access: 'signedIn' } as const

/** Department trees of the session's tenant. */
export function registerDepart(app: FastifyInstance, { read }: Pick<Connections, 'read'>): void {
  for (const name of ['queryTreeList', 'queryIdTree'])
    app.get(`/sys/sysDepart/${name}`, { config: SIGNED_IN }, async (request) =>
      ok(treeOf(await allDeparts(read, request.session))),
    )

  app.get<{ Querystring: DepartLevelQuery }>(
    '/sys/sysDepart/queryDepartTreeSync',
    { schema: { querystring: departLevelQuery }, config: SIGNED_IN },
    async (request) => {
      const pid = request.query.pid ?? ''
      const nodes = await allDeparts(read, request.session)
      const ids = new Set(nodes.map((node) => node.id))
      return ok(nodes.filter((node) => (pid === '' ? !ids.has(node.parentId) : node.parentId === pid)))
    },
  )

  app.get<{ Querystring: DepartSearchQuery }>(
    '/sys/sysDepart/searchBy',
    { schema: { querystring: departSearchQuery }, config: SIGNED_IN },
    async (request) => {
      const word = request.query.keyWord?.trim() ?? ''
      const departs = word === '' ? [] : await allDeparts(read, request.session)
      const found = departs.filter((node) => node.departName.includes(word))
      return found.length > 0 ? ok(found) : refused('未查询匹配数据！')
    },
  )
}
