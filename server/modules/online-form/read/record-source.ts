import type { PoolClient } from 'pg'
import type { Row, SubTable } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { ListQuery } from '../../../http/list-query.ts'
import type { Session } from '../../../permission/session.ts'
import type { FormView } from './form-view.ts'
import type { OwnCondition, Readable, TopCondition } from './scoped-where.ts'

/** Rows of a list and how many there are in all. */
export interface Listed {
  records: Row[]
  total: number
}

/** Which entries serve as a dictionary. Names come from documents or are looked up. */
export interface Lookup {
  value: string
  text: string
  /** The document's own narrowing. */
  where?: Condition
  keyword?: string
  values?: readonly string[]
  /** Only entries with one of these texts. */
  texts?: readonly string[]
  /** `column` or `column desc`. */
  order?: string
  limit: number
}

/** One level of a tree, for tree pickers. */
export interface TreeLevel {
  pidField: string
  pid: string
  text: string
  code: string
  hasChildField?: string
  where?: Condition
  limit: number
}

/** One level of a linked dropdown. */
export interface LinkLevel {
  txt: string
  key: string
  idField: string
  pidField: string
  /** Identity of the chosen parent; null on the first level. */
  parent: string | null
  where?: Condition
  limit: number
}

/** Nodes of a tree whose parents are asked for. */
export interface TreePath extends Omit<TreeLevel, 'pid' | 'text' | 'hasChildField' | 'limit'> {
  values: readonly string[]
}

/** What is searched in a tree: nodes of any level whose text holds the keyword. */
export interface TreeSearch extends Omit<TreeLevel, 'pid' | 'hasChildField'> {
  keyword: string
}

/** A node that was found, with the texts from the topmost node that the user sees down to it. */
export interface TreeHit {
  code: string
  path: string[]
}

/** A node of a tree picker. */
export interface TreeEntry {
  id: string
  code: string
  text: string
  pid: string
  isLeaf: boolean
}

/** A choice of a linked dropdown. */
export interface LinkEntry {
  label: string
  store: string
  id: string
  pid: string
}

/** A sub table as the session's user sees it: the advanced query may ask about its rows, as `<code>@<field>`. */
export interface SubView {
  sub: SubTable
  view: FormView
}

/** What narrows a list beyond its query. */
export interface ListMore {
  conditions?: readonly (Condition | OwnCondition | TopCondition)[]
  subs?: readonly SubView[]
}

/** Who takes rows a batch at a time. Each batch is waited for; the signal ends the reading. */
export interface Batches {
  onRows(rows: Row[]): Promise<void>
  signal?: AbortSignal | undefined
}

/** Where records are read from. Every answer holds the rows of the session's tenant that its row rules leave, and no others. */
export interface RecordSource {
  list(view: FormView, session: Session, query: ListQuery, more?: ListMore): Promise<Listed>
  /** All rows of a list query in its order, a batch at a time. */
  each(
    view: FormView,
    session: Session,
    query: ListQuery,
    batches: Batches,
    more?: ListMore,
    only?: readonly string[],
  ): Promise<void>
  /** All matching rows up to the limit, in the order given; of long answers only the columns that are asked for need be there. */
  rows(
    view: FormView,
    session: Session,
    conditions: readonly (Condition | OwnCondition | TopCondition)[],
    order: ListQuery['sort'],
    limit: number,
    only?: readonly string[],
  ): Promise<Row[]>
  get(view: FormView, session: Session, id: string): Promise<Row | null>
  lookup(from: Readable, session: Session, lookup: Lookup): Promise<{ value: string; text: string }[]>
  /**
   * Those of the values that rows of this user have in a column. In a table, one row for each value is kept from being
   * deleted until the caller's transaction ends.
   */
  existing(
    from: Readable,
    session: Session,
    lookup: Pick<Lookup, 'value' | 'where'> & { values: readonly string[] },
    client: PoolClient,
  ): Promise<string[]>
  treeLevel(from: Readable, session: Session, level: TreeLevel): Promise<TreeEntry[]>
  treeSearch(from: Readable, session: Session, search: TreeSearch): Promise<TreeHit[]>
  /** The nodes above these, of all levels that the user sees. */
  treePath(from: Readable, session: Session, path: TreePath): Promise<string[]>
  linkLevel(from: Readable, session: Session, level: LinkLevel): Promise<LinkEntry[]>
}

/** Record keys are at most 36 characters; anything else names no record. */
export function isKey(id: string): boolean {
  return id !== '' && id.length <= 36 && !id.includes('\0')
}
