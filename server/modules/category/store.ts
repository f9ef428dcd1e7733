import type { Kysely } from 'kysely'
import type { WireTreeNode } from '#schemas/api/tree.ts'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'

/** Stands for the root above all categories. */
export const CATEGORY_ROOT = '0'
/** Deeper than any real category: a circle must end. */
const MAX_DEPTH = 10

/** A category as it is kept. */
export interface CategoryRow {
  id: string
  pid: string
  name: string
  code: string
  has_child: string | null
}

/** Categories of the session's tenant. */
export interface CategoryStore {
  all(session: Session): Promise<CategoryRow[]>
  byIds(session: Session, ids: readonly string[]): Promise<CategoryRow[]>
  /** The one with this value in this column. */
  one(session: Session, field: 'id' | 'code' | 'name', value: string): Promise<CategoryRow | null>
  children(session: Session, pid: string): Promise<WireTreeNode[]>
  /** Children with their children. */
  whole(session: Session, pid: string): Promise<WireTreeNode[]>
  /** Id of the category with a code or an id; null when there is none. */
  idOf(session: Session, code: string): Promise<string | null>
}

/** The store over the database. */
export function createCategoryStore(read: Kysely<Tables>): CategoryStore {
  const rows = (session: Session) =>
    read
      .selectFrom('sys_category')
      .select(['id', 'pid', 'name', 'code', 'has_child'])
      .where('tenant_id', '=', session.tenantId)
      .orderBy('code')

  const children: CategoryStore['children'] = async (session, pid) =>
    (await rows(session).where('pid', '=', pid).execute()).map(nodeOf)

  /** All of them in one question; a circle of parents ends at the depth. */
  async function whole(session: Session, pid: string): Promise<WireTreeNode[]> {
    const byParent = new Map<string, WireTreeNode[]>()
    for (const row of await rows(session).execute()) {
      const siblings = byParent.get(row.pid)
      if (siblings) siblings.push(nodeOf(row))
      else byParent.set(row.pid, [nodeOf(row)])
    }
    const below = (parent: string, depth: number): WireTreeNode[] => {
      const nodes = byParent.get(parent) ?? []
      if (depth > MAX_DEPTH) return nodes
      return nodes.map((node) => (node.isLeaf ? node : { ...node, children: below(node.key, depth + 1) }))
    }
    return below(pid, 0)
  }

  return {
    all: (session) => rows(session).execute(),
    byIds: async (session, ids) =>
      ids.length === 0
        ? []
        : rows(session)
            .where('id', 'in', [...ids])
            .execute(),
    one: async (session, field, value) =>
      (await rows(session).where(field, '=', value).limit(1).executeTakeFirst()) ?? null,
    children,
    whole,
    async idOf(session, code) {
      if (code === CATEGORY_ROOT) return CATEGORY_ROOT
      const wanted = code
      const row = await rows(session)
        .where((eb) => eb.or([eb('code', '=', wanted), eb('id', '=', wanted)]))
        .limit(1)
        .executeTakeFirst()
      return row?.id ?? null
    },
  }
}

function nodeOf(row: CategoryRow): WireTreeNode {
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
