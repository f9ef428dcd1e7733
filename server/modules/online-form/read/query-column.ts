import { traitsOf } from '#schemas/widget/traits.ts'
import type { DataColumn } from '../../../database/data-column.ts'
import type { QueryColumn } from '../../../http/list-query.ts'

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
