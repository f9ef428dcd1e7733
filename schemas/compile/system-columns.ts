import type { TableColumn } from './model.ts'

/** Columns that every data table has and no document or request writes. */
export const SYSTEM_COLUMNS: readonly TableColumn[] = [
  { name: 'id', id: 'id', sql: 'varchar(36)', nullable: false, title: '主键' },
  { name: 'create_by', id: 'create_by', sql: 'varchar(50)', nullable: true, title: '创建人' },
  { name: 'create_time', id: 'create_time', sql: 'timestamp(0)', nullable: true, title: '创建时间' },
  { name: 'update_by', id: 'update_by', sql: 'varchar(50)', nullable: true, title: '更新人' },
  { name: 'update_time', id: 'update_time', sql: 'timestamp(0)', nullable: true, title: '更新时间' },
  { name: 'sys_org_code', id: 'sys_org_code', sql: 'varchar(64)', nullable: true, title: '所属部门' },
  { name: '_tenant', id: '_tenant', sql: 'integer', nullable: false, title: '租户' },
  { name: '_version', id: '_version', sql: 'integer', nullable: false, title: '版本' },
]

const NAMES: ReadonlySet<string> = new Set(SYSTEM_COLUMNS.map(({ name }) => name))

/** True for a column that the platform keeps itself. */
export function isSystemColumn(name: string): boolean {
  return NAMES.has(name)
}
