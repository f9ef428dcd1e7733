import type { PageOf } from '#schemas/api/envelope.ts'
import type { PageDefinition } from '#schemas/api/page.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'

/** What goes with a call; the signal aborts it when its page is left. */
export interface Call {
  signal?: AbortSignal
}

export interface ListQuery {
  pageNo?: number
  pageSize?: number
  /** Column and direction; the document's own order when absent. */
  sort?: { field: string; descending: boolean }
  /** Filter values in wire form (`*v*`, `!v`, `a,b`), `field_begin` / `field_end` for ranges. */
  filter?: Readonly<Record<string, string>>
  /** Tree forms: the roots, the children of the node named in the filter, or a flat search. */
  tree?: 'roots' | 'children' | 'search'
  /** Advanced query. */
  condition?: Condition
}

/** One choice. `value` is what is stored. */
export interface Option {
  value: string | number
  text: string
  color?: string
  disabled?: boolean
  /** Linked dropdowns: identity of the row, to ask for its children. */
  id?: string
}

export interface OptionQuery {
  keyword?: string
  pageSize?: number
  /** Linked dropdown: identity of the chosen parent; absent on the first level. */
  parent?: string
}

export interface TreeNode {
  key: string
  value: string
  /** A second identity, where the source has one: the organisation code of a department. */
  code?: string
  title: string
  isLeaf: boolean
  children?: TreeNode[]
}

/** `whole` asks for all levels below at once, in `children`; a source that cannot do so answers one level. */
export interface TreeCall extends Call {
  whole?: boolean
}

export interface FieldCheck {
  source: string
  field: string
  value: string
  /** Id of the record being edited, which may keep its own value. */
  id?: string
}

/**
 * Everything a schema-driven page may ask of the outside world. A source is a name found in a document: the code of a
 * form, a dictionary key (`sex`, `expo_exhibitor.owner`) or one of the platform sources `sys_user`, `sys_depart`,
 * `sys_category`. Failures reject with RequestError.
 */
export interface DataClient {
  page(code: string, call?: Call): Promise<PageDefinition>
  list(source: string, query: ListQuery, call?: Call): Promise<PageOf<Row>>
  /** A record with its sub rows under the sub tables' codes. */
  get(source: string, id: string, call?: Call): Promise<Row>
  /** Children of a node; `''` asks for the roots. */
  tree(source: string, parent: string, call?: TreeCall): Promise<TreeNode[]>
  /** Choices of a dictionary; `keyword` searches on the server. */
  options(source: string, query: OptionQuery, call?: Call): Promise<Option[]>
  /** Texts of stored values, in one call. */
  labels(source: string, values: readonly string[], call?: Call): Promise<Option[]>
  /** Inserts without `id`, updates with it; answers the id. A stale record rejects with status 409. */
  save(source: string, row: Row, call?: Call): Promise<string>
  remove(source: string, ids: readonly string[], call?: Call): Promise<void>
  /** The reason the value is refused, or null when it may be kept. */
  check(question: FieldCheck, call?: Call): Promise<string | null>
  /** Next value of a serial-number rule. */
  fill(rule: string, row: Row, call?: Call): Promise<string>
}

/** A refused or failed call, ready to be shown: `message` is Chinese and final. */
export class RequestError extends Error {
  readonly status: number
  /** Machine-readable part of the answer: field errors, or both sides of a conflict. */
  readonly detail: unknown
  readonly requestId: string | null
  /** The user has been told already: a page may show its broken face, but no second message. */
  readonly announced: boolean
  constructor(
    message: string,
    status: number,
    detail: unknown = null,
    requestId: string | null = null,
    announced = false,
  ) {
    super(message)
    this.name = 'RequestError'
    this.status = status
    this.detail = detail
    this.requestId = requestId
    this.announced = announced
  }
}
