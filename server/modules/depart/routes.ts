import type { FastifyInstance } from 'fastify'
import {
  type DepartNode,
  departLevelQuery,
  departNodes,
  departNodesOrNull,
  departParents,
  departParentsQuery,
  departPath,
  departPathQuery,
  departSearchQuery,
  departTreeQuery,
} from '#schemas/api/depart.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import { nested } from '../../forest.ts'
import { route } from '../../http/route.ts'
import type { Session } from '../../permission/session.ts'
import { parentsOf, pathsOf } from './depart-path.ts'
import type { MyDeparts } from './my-departs.ts'
import type { Departs } from './store.ts'

const SIGNED_IN = { access: 'signedIn' } as const

/** Department trees of the session's tenant: all departments, or with `own` those that the session keeps. */
export function registerDepart(
  app: FastifyInstance,
  { all: departs, kept }: { all: Departs; kept: Departs },
  mine: MyDeparts,
): void {
  const asked = ({ own }: { own?: boolean | undefined }) => (own ? kept : departs)
  route(
    app,
    'GET',
    '/sys/sysDepart/queryTreeList',
    { ...SIGNED_IN, query: departTreeQuery, answer: departNodes, asBuilt: true },
    async ({ session, query }) =>
      ok(
        nested(
          await (query.ids ? named(asked(query), session, query.ids, query) : asked(query).all(session)),
        ),
      ),
  )

  route(
    app,
    'GET',
    '/sys/sysDepart/queryIdTree',
    { ...SIGNED_IN, answer: departNodes, asBuilt: true },
    async (request) => ok(nested(await departs.all(request.session))),
  )

  // The newer name also finds posts, which are departments like others here.
  for (const name of ['queryDepartTreeSync', 'queryDepartAndPostTreeSync'])
    route(
      app,
      'GET',
      `/sys/sysDepart/${name}`,
      { ...SIGNED_IN, query: departLevelQuery, answer: departNodes },
      async ({ session, query }) => {
        const among = asked(query)
        if (query.ids) return ok(await named(among, session, query.ids, query))
        if (query.name) return ok(await among.found(session, query.name))
        return ok(await (query.pid ? among.below(session, query.pid) : among.tops(session)))
      },
    )

  route(
    app,
    'GET',
    '/sys/sysDepart/queryMyDeptTreeList',
    { ...SIGNED_IN, answer: departNodesOrNull },
    async ({ session }) => {
      const { identity, codes } = await mine.charge(session)
      // The message tells the client which of the two somebody is.
      return ok(identity === '2' ? nested(await departs.withCodes(session, codes)) : null, identity)
    },
  )

  route(
    app,
    'GET',
    '/sys/sysDepart/getDepartPathNameByOrgCode',
    { ...SIGNED_IN, query: departPathQuery, answer: departPath },
    async ({ session, query: { orgCode, depId } }) => {
      const name = orgCode || depId
      const found = name ? await departs.named(session, orgCode ? 'orgCode' : 'id', [name]) : []
      const paths = pathsOf(await departs.withParents(session, found))
      return ok(paths.get(found[0]?.id ?? '') ?? '')
    },
  )

  route(
    app,
    'GET',
    '/sys/sysDepart/queryAllParentId',
    { ...SIGNED_IN, query: departParentsQuery, answer: departParents },
    async ({ session, query: { departId, orgCode } }) => {
      const found = await (departId
        ? named(departs, session, departId, {})
        : named(departs, session, orgCode ?? '', { primaryKey: 'orgCode' }))
      return ok(parentsOf(await departs.withParents(session, found), found))
    },
  )

  route(
    app,
    'GET',
    '/sys/sysDepart/searchBy',
    { ...SIGNED_IN, query: departSearchQuery, answer: departNodes },
    async ({ session, query }) => {
      const word = query.keyWord?.trim() ?? ''
      const among = query.myDeptSearch === '1' ? (await mine.charge(session)).codes : undefined
      const found = word === '' ? [] : await asked(query).found(session, word, among)
      return found.length > 0 ? ok(found) : refused('未查询匹配数据！')
    },
  )
}

/** The departments that a caller names, joined by commas, by their keys or (`primaryKey`) their codes. */
function named(
  departs: Departs,
  session: Session,
  names: string,
  { primaryKey }: { primaryKey?: string },
): Promise<DepartNode[]> {
  return departs.named(session, primaryKey === 'orgCode' ? 'orgCode' : 'id', names.split(',').filter(Boolean))
}
