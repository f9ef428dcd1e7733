import type { Field } from '#schemas/compile/model.ts'

/** How values of a stored column are bound and compared. */
export type ValueKind = 'text' | 'integer' | 'long' | 'decimal' | 'double' | 'date' | 'datetime' | 'binary'

/** A stored column as the query builder sees it. */
export interface DataColumn {
  /** As rows and callers call it. */
  name: string
  /** Quoted, as statements call it. */
  sql: string
  title: string
  kind: ValueKind
  /** Several values joined by commas: a comparison looks for one of them. */
  multi: boolean
  /** SQL that holds for rows which have any of the keys in an array, whose placeholder is given: for computed columns that join keys. */
  holds?(keys: string): string
  /** Null for system columns that the document does not mention. */
  field: Field | null
}
