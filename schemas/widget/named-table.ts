import type { Condition } from '../page/condition.ts'

/** What a tree of the platform is asked for. */
export interface PlatformTree {
  /** Code of the node whose children are the first level. */
  under?: string
  /** Only what the user keeps. */
  own?: boolean
}

/** The table that a kind's options name. */
export interface NamedTable {
  table: string | undefined
  text: string
  value: string
  /** The rows are a tree that is asked for level by level. */
  tree?: { pidField: string; hasChildField?: string | undefined; condition?: Condition | undefined }
  /** The rows are linked levels, each asked for with the identity of the row above. */
  levels?: { idField: string; pidField: string; condition?: Condition | undefined }
  /** Parent value of the topmost nodes; it names no record. */
  root?: string
  /** The platform has calls of its own for these rows (users, departments, categories). */
  platform?: PlatformTree
}
