import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import type { QueryColumn } from '../../http/list-query.ts'
import { canonicalType } from './column-conversion.ts'

/** How values of a stored column are bound and compared. */
export type ValueKind = 'text' | 'integer' | 'long' | 'decimal' | 'double' | 'date' | 'datetime' | 'binary'

/** A stored column as the query builder sees it. */
export interface DataColumn {
  name: string
  title: string
  kind: ValueKind
  /** Several values joined by commas: a comparison looks for one of them. */
  multi: boolean
  /** Null for system columns that the document does not mention. */
  field: Field | null
}

const MULTI_KINDS = new Set(['list_multi', 'checkbox'])
/** Pickers hold one value or several, as their options say. */
const PICKER_KINDS = new Set(['sel_user', 'sel_depart', 'sel_tree', 'cat_tree', 'link_table'])
const SINGLE_UNLESS_SAID = new Set(['sel_tree', 'cat_tree', 'link_table'])

/** All stored columns of a form by name. */
export function dataColumns(form: CompiledForm): Map<string, DataColumn> {
  const fields = new Map(form.fields.map((field) => [field.name, field]))
  return new Map(
    form.table.columns.map((column) => {
      const field = fields.get(column.name) ?? null
      return [
        column.name,
        {
          name: column.name,
          title: field?.title ?? column.title,
          kind: kindOf(column.sql),
          multi: field !== null && holdsSeveral(field),
          field,
        },
      ]
    }),
  )
}

/** True when the field stores several values joined by commas. */
export function holdsSeveral(field: Field): boolean {
  if (MULTI_KINDS.has(field.view)) return true
  if (!PICKER_KINDS.has(field.view)) return false
  const said = field.options.multiSelect
  return typeof said === 'boolean' ? said : !SINGLE_UNLESS_SAID.has(field.view)
}

/** The column as the list parameters see it. */
export function queryColumn(column: DataColumn): QueryColumn {
  switch (column.kind) {
    case 'integer':
    case 'long':
    case 'decimal':
    case 'double':
      return { name: column.name, kind: 'number' }
    case 'date':
    case 'datetime':
      return { name: column.name, kind: column.kind }
    default:
      return { name: column.name, kind: column.field?.view === 'time' ? 'time' : 'text' }
  }
}

function kindOf(sql: string): ValueKind {
  const type = canonicalType(sql)
  if (type === 'integer' || type === 'smallint') return 'integer'
  if (type === 'bigint') return 'long'
  if (type.startsWith('numeric')) return 'decimal'
  if (type === 'double precision') return 'double'
  if (type === 'date') return 'date'
  if (type.startsWith('timestamp')) return 'datetime'
  if (type === 'bytea') return 'binary'
  return 'text'
}
