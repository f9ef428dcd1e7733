import { texts } from '#schemas/text/text.ts'
import type { FormDocument } from '../page/form.ts'
import type { StampNames, TableColumn } from './model.ts'

/** Where rows lie decides how the columns that the platform keeps itself are called. */
export type StoreOf = Pick<FormDocument, 'store'>

/** Columns that every data table has and no document or request writes. */
export const SYSTEM_COLUMNS: readonly TableColumn[] = texts([
  { name: 'id', id: 'id', sql: 'varchar(36)', nullable: false, title: '主键' },
  { name: 'create_by', id: 'create_by', sql: 'varchar(50)', nullable: true, title: '创建人' },
  { name: 'create_time', id: 'create_time', sql: 'timestamp(0)', nullable: true, title: '创建时间' },
  { name: 'update_by', id: 'update_by', sql: 'varchar(50)', nullable: true, title: '更新人' },
  { name: 'update_time', id: 'update_time', sql: 'timestamp(0)', nullable: true, title: '更新时间' },
  { name: 'sys_org_code', id: 'sys_org_code', sql: 'varchar(64)', nullable: true, title: '所属部门' },
  { name: '_tenant', id: '_tenant', sql: 'integer', nullable: false, title: '租户' },
  { name: '_version', id: '_version', sql: 'integer', nullable: false, title: '版本' },
])

/** Platform tables answer in the wire's spelling. */
const PLATFORM_COLUMNS: readonly TableColumn[] = texts(
  SYSTEM_COLUMNS.map((column) => ({
    ...column,
    name: column.name.replaceAll(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  })),
)
/** Of computed rows only the key is the platform's business. */
const COMPUTED_COLUMNS: readonly TableColumn[] = SYSTEM_COLUMNS.filter(
  ({ name }) => name === 'id' || name.startsWith('_'),
)

const nameSets = new Map(
  [SYSTEM_COLUMNS, PLATFORM_COLUMNS, COMPUTED_COLUMNS].map((columns) => [
    columns,
    new Set(columns.map(({ name }) => name)),
  ]),
)

/** The columns that the platform keeps itself, as a document of this store calls them. */
export function systemColumns({ store }: StoreOf = {}): readonly TableColumn[] {
  if (!store) return SYSTEM_COLUMNS
  return 'table' in store ? PLATFORM_COLUMNS : COMPUTED_COLUMNS
}

/** True for a column that the platform keeps itself; without a document, of a form's own table. */
export function isSystemColumn(name: string, document: StoreOf = {}): boolean {
  return nameSets.get(systemColumns(document))?.has(name) ?? false
}

const OWN_STAMPS: StampNames = {
  createBy: 'create_by',
  createTime: 'create_time',
  updateBy: 'update_by',
  updateTime: 'update_time',
  orgCode: 'sys_org_code',
}
const PLATFORM_STAMPS: StampNames = {
  createBy: 'createBy',
  createTime: 'createTime',
  updateBy: 'updateBy',
  updateTime: 'updateTime',
  orgCode: 'sysOrgCode',
}

/** Names of these marks in rows of a document. */
export function stampNames({ store }: StoreOf): StampNames {
  return store ? PLATFORM_STAMPS : OWN_STAMPS
}
