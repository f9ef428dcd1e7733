import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { QueryColumn } from '../../http/list-query.ts'
import { canonicalType } from '../table-structure/column-conversion.ts'

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
      return {
        name: column.name,
        kind: column.field && traitsOf(column.field.view).calendar === 'time' ? 'time' : 'text',
        multi: column.multi,
      }
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
