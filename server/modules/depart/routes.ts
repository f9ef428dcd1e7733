import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { ok, refused } from '#schemas/api/envelope.ts'
import type { Connections } from '../../database/connection.ts'
import type { Session } from '../../permission/session.ts'

const SIGNED_IN = { access: 'signedIn' } as const

interface DepartNode {
  key: string
  value: string
  title: string
  isLeaf: boolean
  id: string
  parentId: string
  departName: string
  orgCode: string
  orgCategory: string | null
  orgType: string | null
  departOrder: number | null
  status: string
  children?: DepartNode[]
}

/** Department trees of the session's tenant. */
export function registerDepart(app: FastifyInstance, { read }: Pick<Connections, 'read'>): void {
  async function all(session: Session): Promise<DepartNode[]> {
    const rows = await read
      .selectFrom('sys_depart')
      .select([
        'id',
        'parent_id',
        'depart_name',
        'org_code',
        'org_category',
        'org_type',
        'depart_order',
        'status',
      ])
      .where('tenant_id', '=', session.tenantId)
      .where('del_flag', '=', 0)
      .orderBy('depart_order')
      .orderBy('org_code')
      .execute()
    const parents = new Set(rows.map((row) => row.parent_id))
    return rows.map((row) => ({
      key: row.id,
      value: row.id,
      title: row.depart_name,
      isLeaf: !parents.has(row.id),
      id: row.id,
      parentId: row.parent_id ?? '',
      departName: row.depart_name,
      orgCode: row.org_code,
      orgCategory: row.org_category,
      orgType: row.org_type,
      departOrder: row.depart_order,
      status: row.status,
    }))
  }

  for (const name of ['queryTreeList', 'queryIdTree'])
    app.get(`/sys/sysDepart/${name}`, { config: SIGNED_IN }, async (request) =>
      ok(treeOf(await all(request.session))),
    )

  app.get<{ Querystring: { pid?: string } }>(
    '/sys/sysDepart/queryDepartTreeSync',
    {
      schema: { querystring: Type.Object({ pid: Type.Optional(Type.String({ maxLength: 36 })) }) },
      config: SIGNED_IN,
    },
    async (request) => {
      const pid = request.query.pid ?? ''
      const nodes = await all(request.session)
      const ids = new Set(nodes.map((node) => node.id))
      return ok(nodes.filter((node) => (pid === '' ? !ids.has(node.parentId) : node.parentId === pid)))
    },
  )

  app.get<{ Querystring: { keyWord?: string } }>(
    '/sys/sysDepart/searchBy',
    {
      schema: {
        querystring: Type.Object({
          keyWord: Type.Optional(Type.String({ maxLength: 100 })),
          myDeptSearch: Type.Optional(Type.String({ maxLength: 5 })),
        }),
      },
      config: SIGNED_IN,
    },
    async (request) => {
      const word = request.query.keyWord?.trim() ?? ''
      const found = (await all(request.session)).filter(
        (node) => word !== '' && node.departName.includes(word),
      )
      return found.length > 0 ? ok(found) : refused('未查询匹配数据！')
    },
  )
}

function treeOf(nodes: readonly DepartNode[]): DepartNode[] {
  const ids = new Set(nodes.map((node) => node.id))
  const byParent = new Map<string, DepartNode[]>()
  for (const node of nodes) {
    const parent = ids.has(node.parentId) ? node.parentId : ''
    byParent.set(parent, [...(byParent.get(parent) ?? []), node])
  }
  const seen = new Set<string>()
  const build = (parent: string): DepartNode[] =>
    (byParent.get(parent) ?? [])
      .filter((node) => !seen.has(node.id) && seen.add(node.id))
      .map((node) => {
        const children = build(node.id)
        return children.length > 0 ? { ...node, children } : node
      })
  return build('')
}
