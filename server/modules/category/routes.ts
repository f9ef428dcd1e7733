import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { ok, refused } from '#schemas/api/envelope.ts'
import type { Connections } from '../../database/connection.ts'
import type { Session } from '../../permission/session.ts'

const SIGNED_IN = { access: 'signedIn' } as const
const ROOT = '0'
const text = (maxLength = 100) => Type.Optional(Type.String({ maxLength }))
const query = Type.Object({
  pid: text(),
  pcode: text(),
  condition: text(2000),
  async: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 5 })])),
  ids: text(20_000),
  delNotExist: text(5),
  field: text(),
  val: text(),
  code: text(),
})

interface CategoryNode {
  key: string
  value: string
  title: string
  code: string
  parentId: string
  leaf: boolean
  isLeaf: boolean
  icon: null
  children: CategoryNode[] | null
}
interface Query {
  pid?: string
  pcode?: string
  async?: boolean | string
  ids?: string
  delNotExist?: string
  field?: string
  val?: string
  code?: string
}

/** Category dictionary: trees and texts of the session's tenant. */
export function registerCategory(app: FastifyInstance, { read }: Pick<Connections, 'read'>): void {
  const rows = (session: Session) =>
    read
      .selectFrom('sys_category')
      .select(['id', 'pid', 'name', 'code', 'has_child'])
      .where('tenant_id', '=', session.tenantId)
      .orderBy('code')

  const children = async (session: Session, pid: string) =>
    (await rows(session).where('pid', '=', pid).execute()).map(nodeOf)

  /** Id of the category with a code or id; null when there is none. `0` is the root of all. */
  async function idOf(session: Session, code: string): Promise<string | null> {
    if (code === ROOT) return ROOT
    const row = await rows(session)
      .where((eb) => eb.or([eb('code', '=', code), eb('id', '=', code)]))
      .limit(1)
      .executeTakeFirst()
    return row?.id ?? null
  }

  async function whole(session: Session, pid: string, depth = 0): Promise<CategoryNode[]> {
    const nodes = await children(session, pid)
    // Deeper than any real category: a circle must end.
    if (depth > 10) return nodes
    return Promise.all(
      nodes.map(async (node) =>
        node.isLeaf ? node : { ...node, children: await whole(session, node.key, depth + 1) },
      ),
    )
  }

  const get = (path: string, handler: (session: Session, query: Query) => Promise<unknown>) =>
    app.get<{ Querystring: Query }>(
      `/sys/category/${path}`,
      { schema: { querystring: query }, config: SIGNED_IN },
      (request) => handler(request.session, request.query),
    )

  get('loadTreeRoot', async (session, { pcode = ROOT, async }) => {
    const id = await idOf(session, pcode || ROOT)
    if (id === null) return refused(`加载分类字典树参数有误.[${pcode.slice(0, 40)}]!`)
    return ok(String(async) === 'false' ? await whole(session, id) : await children(session, id))
  })
  get('loadTreeChildren', async (session, { pid = '' }) => ok(await children(session, pid)))
  get('loadTreeData', async (session, { pid, pcode }) => {
    if (pid) return ok(await children(session, pid))
    const id = pcode === undefined ? null : await idOf(session, pcode || ROOT)
    if (id === null)
      return refused(`加载分类字典树参数有误.[${pcode === undefined ? 'null' : pcode.slice(0, 40)}]!`)
    return ok(await children(session, id))
  })
  get('loadDictItem', async (session, { ids = '', delNotExist }) => {
    const wanted = ids.split(',').filter(Boolean).slice(0, 1000)
    if (wanted.length === 0) return ok([])
    const found = await rows(session).where('id', 'in', wanted).execute()
    const names = new Map(found.map((row) => [row.id, row.name]))
    return ok(wanted.flatMap((id) => names.get(id) ?? (delNotExist === 'false' ? id : [])))
  })
  get('loadOne', async (session, { field = '', val = '' }) => {
    if (field !== 'id' && field !== 'code' && field !== 'name') return refused('查询无果')
    const row = await rows(session).where(field, '=', val).limit(1).executeTakeFirst()
    return row
      ? ok({ id: row.id, pid: row.pid, name: row.name, code: row.code, hasChild: row.has_child })
      : refused('查询无果')
  })
  get('loadAllData', async (session, { code = '' }) => {
    const prefix = code === ROOT ? '' : code
    const found = (await rows(session).execute()).filter((row) => row.code.startsWith(prefix))
    return ok(found.map((row) => ({ value: row.id, text: row.name, title: row.name })))
  })
}

function nodeOf(row: {
  id: string
  pid: string
  name: string
  code: string
  has_child: string | null
}): CategoryNode {
  const isLeaf = row.has_child !== '1'
  return {
    key: row.id,
    value: row.id,
    title: row.name,
    code: row.code,
    parentId: row.pid,
    leaf: isLeaf,
    isLeaf,
    icon: null,
    children: null,
  }
}
