import type { Condition } from '#schemas/page/condition.ts'
import type { Connections } from '../../database/connection.ts'
import { containing } from '../../database/like.ts'
import { badRequest } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { DataColumn } from '../online-form/data-column.ts'
import { sessionVariables } from '../online-form/session-user.ts'
import { conditionSql } from '../online-form/where.ts'

/** A table of the platform that dictionaries and trees may read: these columns and no others. */
interface PlatformTable {
  columns: readonly string[]
  /** Columns that a document's condition may speak of besides. */
  conditions?: Readonly<Record<string, 'text' | 'integer'>>
  /** SQL that keeps rows of other tenants and deleted rows out; `$1` is the tenant. */
  scope: string
}

const OF_TENANT = 'tenant_id = $1'
/** Readable platform tables. Passwords, sessions, logs and grants are not among them. */
export const PLATFORM_TABLES: Readonly<Record<string, PlatformTable>> = {
  sys_user: {
    columns: ['id', 'username', 'realname'],
    conditions: { del_flag: 'integer', status: 'integer', sex: 'integer', org_code: 'text', post: 'text' },
    scope: 'del_flag = 0 and id in (select user_id from platform.sys_user_tenant where tenant_id = $1)',
  },
  sys_depart: {
    columns: ['id', 'depart_name', 'org_code', 'parent_id'],
    conditions: { del_flag: 'integer', status: 'text', org_category: 'text', org_type: 'text' },
    scope: `del_flag = 0 and ${OF_TENANT}`,
  },
  sys_role: { columns: ['id', 'role_name', 'role_code'], scope: OF_TENANT },
  sys_category: { columns: ['id', 'name', 'code', 'pid', 'has_child'], scope: OF_TENANT },
  sys_position: { columns: ['id', 'name', 'code'], scope: OF_TENANT },
  sys_dict: { columns: ['id', 'dict_name', 'dict_code'], scope: 'del_flag = 0 and $1::int is not null' },
  sys_tenant: { columns: ['id', 'name'], conditions: { id: 'integer' }, scope: 'id = $1' },
}

/** Which rows of a platform table are wanted, by listed columns. */
export interface PlatformLookup {
  table: string
  value: string
  text: string
  /** Further columns to compare: parent of a tree level. */
  equals?: Readonly<Record<string, string>>
  /** A condition of a document; a column that is not listed matches no row. */
  where?: Condition
  keyword?: string
  values?: readonly string[]
  limit: number
}

/** True for a table that `platformRows` reads. */
export function isPlatformTable(table: string): boolean {
  return platformTable(table) !== null
}

function platformTable(name: string): PlatformTable | null {
  // Old documents write SYS_CATEGORY.
  const known = name.toLowerCase()
  return Object.hasOwn(PLATFORM_TABLES, known) ? (PLATFORM_TABLES[known] ?? null) : null
}

/** Entries of a platform table; a name that is not listed is refused, whatever it contains. */
export async function platformRows(
  { readPool }: Pick<Connections, 'readPool'>,
  session: Session,
  lookup: PlatformLookup,
  more: readonly string[] = [],
): Promise<Record<string, string>[]> {
  const table = platformTable(lookup.table)
  if (!table) throw badRequest('字典表不存在')
  const column = (name: string): string => {
    // Old documents write NAME, HAS_CHILD.
    const found = table.columns.find((one) => one === name.toLowerCase())
    if (!found) throw badRequest('字典字段不存在')
    return `"${found}"`
  }
  const values: unknown[] = [session.tenantId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const parts = [table.scope]
  const value = column(lookup.value)
  const text = column(lookup.text)
  for (const [name, wanted] of Object.entries(lookup.equals ?? {}))
    parts.push(
      wanted === '' ? `coalesce(${column(name)}::text, '') = ''` : `${column(name)}::text = ${bind(wanted)}`,
    )
  if (lookup.keyword) {
    const like = bind(containing(lookup.keyword))
    parts.push(`(${text}::text like ${like} or ${value}::text like ${like})`)
  }
  if (lookup.values) parts.push(`${value}::text = any(${bind(lookup.values)}::text[])`)
  const extra = more.map((name) => `, coalesce(${column(name)}::text, '') as ${column(name)}`).join('')
  if (lookup.where)
    parts.push(
      conditionSql(
        lookup.where,
        conditionColumns(table),
        { values, add: bind },
        {
          from: 'rule',
          variables: sessionVariables(session, new Date()),
        },
      ),
    )
  const { rows } = await readPool.query(
    `select ${value}::text as value, coalesce(${text}::text, '') as text${extra} from platform.${lookup.table}
     where ${parts.join(' and ')} order by ${text}, id limit ${bind(lookup.limit)}`,
    values,
  )
  return rows
}

function conditionColumns(table: PlatformTable): ReadonlyMap<string, DataColumn> {
  const kinds = new Map<string, 'text' | 'integer'>([
    ...table.columns.map((name) => [name, 'text'] as const),
    ...Object.entries(table.conditions ?? {}),
  ])
  return new Map(
    [...kinds].flatMap(([name, kind]) => {
      const column: DataColumn = { name, title: name, kind, multi: false, field: null }
      // Old documents write NAME.
      return [[name, column] as const, [name.toUpperCase(), column] as const]
    }),
  )
}
