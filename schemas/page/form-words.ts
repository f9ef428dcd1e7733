/** Names of properties, tables and documents: they become SQL identifiers, always quoted. */
export const NAME_PATTERN = '^[a-zA-Z][a-zA-Z0-9_$]{0,62}$'

/** Storage types; what a property has no `db` for follows from its JSON Schema type. */
export const DB_TYPES = [
  'string',
  'int',
  'long',
  'double',
  'BigDecimal',
  'Date',
  'Datetime',
  'Text',
  'Blob',
] as const
export type DbType = (typeof DB_TYPES)[number]

/** Row actions and toolbar buttons of a generated list. */
export const LIST_ACTIONS = [
  'add',
  'edit',
  'detail',
  'copy',
  'delete',
  'batch_edit',
  'batch_delete',
  'import',
  'export',
  'print',
] as const
export type ListAction = (typeof LIST_ACTIONS)[number]

/** What is told below a column of a list. */
export const TOTAL_KINDS = ['sum', 'average', 'count'] as const
export type TotalKind = (typeof TOTAL_KINDS)[number]

/** Whether a field of this JSON Schema type can hold a place among siblings. */
export function isOrderType(type: string): boolean {
  return type === 'integer' || type === 'number'
}
