import type { DictOption } from './property.ts'

/** How the conditions of a group are joined. */
export const MATCH_TYPES = ['and', 'or'] as const
export type MatchType = (typeof MATCH_TYPES)[number]

/** Most comparisons in one question: more than anybody puts into a query. */
export const MAX_COMPARISONS = 200
/** Groups within one another, the outermost counted. */
export const MAX_GROUP_DEPTH = 3

/** One condition of the advanced query in the wire's words: what is compared, and what its control needs to be drawn again. */
export interface QueryRecord {
  /** `<sub table>@<field>` for a field of a sub table. */
  field: string
  rule: string
  /** Several values are joined by commas, where none of them holds one. */
  val?: string | number | readonly (string | number)[]
  /** Kind of the control. */
  type?: string
  dbType?: string
  options?: readonly DictOption[]
  dictCode?: string
  dictTable?: string
  dictText?: string
  /** The column of a chosen user or department that is compared. */
  customReturnField?: string
  popup?: { code: string; field: string; orgFields: string; destFields: string; multi: boolean }
}

/** Conditions joined by one word. Groups within groups are an addition to the wire, which other servers do not understand. */
export interface QueryGroup {
  matchType: MatchType
  records: readonly (QueryRecord | QueryGroup)[]
}

/** A query that was kept under a name. */
export interface SavedQuery extends QueryGroup {
  title: string
}

/** Whether an entry is a group of further ones. */
export function isQueryGroup(entry: QueryRecord | QueryGroup): entry is QueryGroup {
  return 'records' in entry
}
