import type { CompiledForm, TableDefinition } from './model.ts'

/** The form's own table; asked of a form whose rows lie elsewhere, that is an error of the caller. */
export function ownTable({ code, table }: Pick<CompiledForm, 'code' | 'table'>): TableDefinition {
  if (!table) throw new Error(`表单 ${code} 没有自己的数据表`)
  return table
}
