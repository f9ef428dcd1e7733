import type { WireTreeNode } from '#schemas/api/tree.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView, type RecordSource, usableForm } from '../online-form/index.ts'
import type { CategoryCondition } from './condition.ts'

/** Document of the categories. */
const DOCUMENT = 'sys_category'
/** Stands for the root above all categories. */
export const CATEGORY_ROOT = '0'
/** Deeper than any real category: a circle must end. */
const MAX_DEPTH = 10
/** More than any installation has. */
const MAX_CATEGORIES = 100_000
const ORDER = [{ field: 'code', descending: false }]

/** A category as it is kept. */
export interface CategoryRow {
  id: string
  pid: string
  name: string
  code: string
  hasChild: string | null
}

/** Categories of the session's tenant. */
export interface CategoryStore {
  all(session: Session): Promise<CategoryRow[]>
  byIds(session: Session, ids: readonly string[]): Promise<CategoryRow[]>
  /** The one with this value in this column. */
  one(session: Session, field: 'id' | 'code' | 'name', value: string): Promise<CategoryRow | null>
  /** Those directly below these, as far as they meet the condition. */
  below(session: Session, pids: readonly string[], condition?: CategoryCondition): Promise<CategoryRow[]>
  /** As `below` of one, as nodes. */
  children(session: Session, pid: string, condition?: CategoryCondition): Promise<WireTreeNode[]>
  /** Children with their children. */
  whole(session: Session, pid: string): Promise<WireTreeNode[]>
  /** Id of the category with a code or an id; null when there is none. */
  idOf(session: Session, code: string): Promise<string | null>
}

/** The store over the records of the document: everybody who is signed in may choose a category. */
export function createCategoryStore(
  documents: Documents,
  records: Pick<RecordSource, 'rows'>,
): CategoryStore {
  async function rows(
    session: Session,
    conditions: readonly Condition[],
    limit = MAX_CATEGORIES,
  ): Promise<CategoryRow[]> {
    const view = formView(session, usableForm(documents, DOCUMENT).form)
    return (await records.rows(view, session, conditions, ORDER, limit)).map(categoryOf)
  }

  const below: CategoryStore['below'] = (session, pids, condition = []) =>
    pids.length === 0
      ? Promise.resolve([])
      : rows(session, [
          { field: 'pid', rule: 'in', val: [...pids] },
          ...condition.map(({ column, value }) => ({ field: column, rule: 'eq', val: value }) as const),
        ])

  const children: CategoryStore['children'] = async (session, pid, condition) =>
    (await below(session, [pid], condition)).map(nodeOf)

  /** All of them in one question; a circle of parents ends at the depth. */
  async function whole(session: Session, pid: string): Promise<WireTreeNode[]> {
    const byParent = new Map<string, WireTreeNode[]>()
    for (const row of await rows(session, [])) {
      const siblings = byParent.get(row.pid)
      if (siblings) siblings.push(nodeOf(row))
      else byParent.set(row.pid, [nodeOf(row)])
    }
    const under = (parent: string, depth: number): WireTreeNode[] => {
      const nodes = byParent.get(parent) ?? []
      if (depth > MAX_DEPTH) return nodes
      return nodes.map((node) => (node.isLeaf ? node : { ...node, children: under(node.key, depth + 1) }))
    }
    return under(pid, 0)
  }

  const one: CategoryStore['one'] = async (session, field, value) =>
    value === '' ? null : ((await rows(session, [{ field, rule: 'eq', val: value }], 1))[0] ?? null)

  return {
    all: (session) => rows(session, []),
    byIds: async (session, ids) =>
      ids.length === 0 ? [] : rows(session, [{ field: 'id', rule: 'in', val: [...ids] }]),
    one,
    below,
    children,
    whole,
    async idOf(session, code) {
      if (code === CATEGORY_ROOT) return CATEGORY_ROOT
      return ((await one(session, 'code', code)) ?? (await one(session, 'id', code)))?.id ?? null
    },
  }
}

function categoryOf(row: Row): CategoryRow {
  const hasChild = row.hasChild ?? null
  return {
    id: String(row.id),
    pid: String(row.pid),
    name: String(row.name),
    code: String(row.code),
    hasChild: hasChild === null ? null : String(hasChild),
  }
}

function nodeOf(row: CategoryRow): WireTreeNode {
  // The platform keeps the mark; null and 0 say the same.
  const isLeaf = row.hasChild !== '1'
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
