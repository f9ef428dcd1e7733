import type { DepartNode } from '#schemas/api/depart.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView, type RecordSource, usableForm } from '../online-form/index.ts'

/** Document of the departments. */
const DOCUMENT = 'sys_depart'
/** More than any organisation has. */
const MAX_DEPARTS = 100_000
/** More than anybody reads of what a word finds. */
const MAX_FOUND = 1000
/** What a node shows. */
const SHOWN = ['id', 'parentId', 'departName', 'orgCode', 'orgCategory', 'orgType', 'departOrder', 'status']
const ORDER = ['departOrder', 'orgCode'].map((field) => ({ field, descending: false }))

/** The departments of a session's tenant, in order, without children: everybody who is signed in may choose one. */
export interface Departs {
  all(session: Session): Promise<DepartNode[]>
  /** Those at the top; one whose parent is gone stands there, too. */
  tops(session: Session): Promise<DepartNode[]>
  below(session: Session, parentId: string): Promise<DepartNode[]>
  /** Those that keys or codes name. */
  named(session: Session, by: 'id' | 'orgCode', names: readonly string[]): Promise<DepartNode[]>
  /** Those whose name holds a word; `among` are codes that theirs begin with. */
  found(session: Session, word: string, among?: readonly string[]): Promise<DepartNode[]>
  /** Those whose code begins with one of these. */
  withCodes(session: Session, codes: readonly string[]): Promise<DepartNode[]>
  /** These departments and all above them. */
  withParents(session: Session, departs: readonly DepartNode[]): Promise<DepartNode[]>
}

/** The departments over the records of their document: those to choose from, which are all, or those that the session keeps. */
export function createDeparts(
  documents: Documents,
  records: Pick<RecordSource, 'rows' | 'lookup'>,
  which: 'toChoose' | 'kept',
): Departs {
  const viewOf = (session: Session) => {
    const view = formView(session, usableForm(documents, DOCUMENT).form)
    return which === 'kept' ? view : { ...view, toChoose: true as const }
  }

  /** Rows as nodes: whether something is below each of them is asked in one go. */
  async function nodes(
    session: Session,
    conditions: Parameters<RecordSource['rows']>[2],
    limit = MAX_DEPARTS,
  ): Promise<DepartNode[]> {
    const view = viewOf(session)
    const rows = await records.rows(view, session, conditions, ORDER, limit, SHOWN)
    if (rows.length === 0) return []
    // All of them say themselves what stands below what.
    const below =
      conditions.length === 0
        ? rows.map(({ parentId }) => parentId)
        : (
            await records.lookup(view, session, {
              value: 'parentId',
              text: 'parentId',
              values: rows.map(({ id }) => String(id)),
              limit: MAX_DEPARTS,
            })
          ).map(({ value }) => value)
    const parents = new Set(below)
    return rows.map((row) => nodeOf(row, parents.has(String(row.id))))
  }

  const own = (condition: Condition) => [{ own: condition }]

  return {
    all: (session) => nodes(session, []),
    tops: (session) => nodes(session, [{ top: 'parentId' }]),
    below: (session, parentId) => nodes(session, own({ field: 'parentId', rule: 'eq', val: parentId })),
    named: async (session, by, names) =>
      names.length === 0 ? [] : nodes(session, own({ field: by, rule: 'in', val: [...names] })),

    async found(session, word, among) {
      if (among?.length === 0) return []
      const named: Condition = { field: 'departName', rule: 'like', val: word }
      return nodes(session, own(among ? { and: [named, codesCondition(among)] } : named), MAX_FOUND)
    },

    withCodes: async (session, codes) =>
      codes.length === 0 ? [] : nodes(session, own(codesCondition(codes))),

    async withParents(session, departs) {
      const known = new Map(departs.map((depart) => [depart.id, depart]))
      const missing = (level: readonly DepartNode[]) => [
        ...new Set(level.map(({ parentId }) => parentId).filter((id) => id !== '' && !known.has(id))),
      ]
      for (let asked = missing(departs); asked.length > 0; ) {
        const level = await this.named(session, 'id', asked)
        for (const depart of level) known.set(depart.id, depart)
        asked = missing(level)
      }
      return [...known.values()]
    },
  }
}

function codesCondition(codes: readonly string[]): Condition {
  return { or: codes.map((val) => ({ field: 'orgCode', rule: 'right_like' as const, val })) }
}

const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value))

function nodeOf(row: Row, hasChildren: boolean): DepartNode {
  const id = String(row.id)
  const name = String(row.departName)
  return {
    key: id,
    value: id,
    title: name,
    isLeaf: !hasChildren,
    id,
    parentId: textOf(row.parentId) ?? '',
    departName: name,
    orgCode: String(row.orgCode),
    orgCategory: textOf(row.orgCategory),
    orgType: textOf(row.orgType),
    departOrder: row.departOrder === null ? null : Number(row.departOrder),
    status: textOf(row.status) ?? '1',
  }
}
