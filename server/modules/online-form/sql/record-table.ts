import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { CompiledForm, Field, TableDefinition } from '#schemas/compile/model.ts'
import { systemColumns } from '#schemas/compile/system-columns.ts'
import type { DataColumn, ValueKind } from '../../../database/data-column.ts'
import { FIRST_TENANT } from '../../../database/first-data/tenant.ts'
import { dataTable, physicalIndexName, quoted } from '../../../database/identifiers.ts'
import { countedBy, type PlatformTable, type TableScope } from '../../../database/platform-table.ts'
import { columnOf, platformTable } from '../../../database/platform-tables.ts'
import { canonicalType } from '../../table-structure/column-conversion.ts'

/** The table behind a form's rows, as statements need it: its own, or one of the platform. */
export interface RecordTable {
  /** As logs, counted totals and notices of changes name it. */
  name: string
  /** Qualified and quoted. */
  from: string
  /** Stored columns by the name that rows carry. */
  columns: ReadonlyMap<string, DataColumn>
  /** The quoted column behind a name. */
  sql(name: string): string
  /** The name in rows of what a look-up calls a column. */
  nameOf(column: string): string
  /** Select list of a whole row, by the names that rows carry. */
  whole: string
  /** Holds for the rows of a tenant, whose number the placeholder is bound to; `of` is the table's name in the statement. */
  scope(tenant: string, of?: string): string
  /** Tells a table that a new row belongs to a tenant; null where the row itself says so, or belongs to all. */
  membership: Extract<TableScope, { by: 'members' }> | null
  /** Quoted column that marks a deleted row; null: rows are deleted for good. */
  deleted: string | null
  /** Columns that statements read but do not write. */
  computed: ReadonlySet<string>
  /** Tables whose triggers together tell every change of what a list holds, so that what was counted stays true until then; null where there are none. */
  countedBy: readonly string[] | null
  /** Present where a counted total may be a moment old: see `Totals.recent`. */
  journal: PlatformTable['journal'] | null
  /** Names of columns in an index by which a page may be found in its order. */
  indexed: ReadonlySet<string>
  /** Names of columns that say whom or what a row meant when it was written. */
  recorded: ReadonlySet<string>
  /** Names that may not repeat together, by constraint. */
  unique: ReadonlyMap<string, readonly string[]>
}

const tables = new WeakMap<CompiledForm, RecordTable>()

/** The table of a form; a form of computed rows has none, which is an error of the program. */
export function recordTable(form: CompiledForm): RecordTable {
  let table = tables.get(form)
  if (!table) {
    const found = form.table ? tableOfForm(form, form.table) : tableOfPlatform(form.tableName, form)
    if (!found) throw new Error(`the form ${form.code} has no table`)
    table = found
    tables.set(form, table)
  }
  return table
}

/** True for a form whose rows lie in a table. */
export function hasTable(form: CompiledForm): boolean {
  return form.table !== null || 'table' in (form.document.store ?? {})
}

function tableOfForm(form: CompiledForm, definition: TableDefinition): RecordTable {
  const fields = new Map(form.fields.map((field) => [field.name, field]))
  return {
    name: definition.name,
    from: dataTable(definition.name),
    columns: new Map(
      definition.columns.map(({ name, title, sql }) => [
        name,
        dataColumn(name, quoted(name), sql, title, fields.get(name)),
      ]),
    ),
    sql: quoted,
    nameOf: (column) => column,
    // Parked columns are part of the row, too.
    whole: '*',
    scope: (tenant, of) => `${of ? `${of}.` : ''}"_tenant" = ${tenant}`,
    membership: null,
    deleted: null,
    computed: new Set(),
    countedBy: [definition.name],
    journal: null,
    recorded: new Set(),
    indexed: new Set(['id', ...definition.indexes.flatMap(({ columns }) => columns)]),
    unique: new Map(
      definition.indexes
        .filter(({ unique }) => unique)
        // Every comparison knows the tenant anyway.
        .map((index) => [
          physicalIndexName(definition.name, index.name),
          index.columns.filter((name) => name !== '_tenant'),
        ]),
    ),
  }
}

/** A table of the platform, for a form whose rows it holds or for look-ups; null when there is none of that name. */
export function tableOfPlatform(given: string, form: CompiledForm | null = null): RecordTable | null {
  const name = given.toLowerCase()
  const described = platformTable(name)
  if (!described) return null
  const from = `platform.${quoted(name)}`
  const columns = platformColumns(from, described, form)
  const writeOnly = new Set(Object.keys(described.writeOnly ?? {}))
  const sql = (column: string) =>
    (writeOnly.has(column) ? undefined : columns.get(column)?.sql) ?? quoted(columnOf(column))
  return {
    name,
    from,
    columns,
    sql,
    nameOf: (column) => [...columns.keys()].find((one) => columnOf(one) === column.toLowerCase()) ?? column,
    whole: [...columns.values()].map((column) => `${column.sql} as ${quoted(column.name)}`).join(', '),
    scope: platformScope(described, from),
    membership: described.scope.by === 'members' ? described.scope : null,
    deleted: described.deleted ? quoted(described.deleted) : null,
    computed: new Set(Object.keys(described.computed ?? {})),
    countedBy: countedBy(name, described),
    journal: described.journal ?? null,
    recorded: new Set(described.recorded),
    indexed: new Set(['id', ...(described.indexed ?? [])]),
    unique: new Map(Object.entries(described.unique ?? {})),
  }
}

function platformColumns(
  from: string,
  described: PlatformTable,
  form: CompiledForm | null,
): Map<string, DataColumn> {
  const { scope, version } = described
  const fields = new Map(form?.fields.map((field) => [field.name, field]))
  const titles = new Map(systemColumns({ store: { table: '' } }).map(({ name, title }) => [name, title]))
  const expression = (name: string, sql: string, type: string): [string, DataColumn] => [
    name,
    dataColumn(name, sql, type, titles.get(name) ?? name, fields.get(name)),
  ]
  const column = (name: string, sql: string, type: string) => expression(name, quoted(sql), type)
  return new Map([
    column('id', 'id', described.key ?? 'varchar(36)'),
    ...Object.entries(described.columns).map(([name, type]) => column(name, columnOf(name), type)),
    ...Object.entries(described.computed ?? {}).map(
      ([name, { type, sql, holders }]): [string, DataColumn] => {
        const [, column] = expression(name, `(${sql})`, type)
        return [name, holders ? { ...column, holds: (keys) => `${from}."id" in (${holders(keys)})` } : column]
      },
    ),
    ...Object.entries(described.writeOnly ?? {}).map(([name, type]) =>
      expression(name, `null::${type}`, type),
    ),
    ...(scope.by === 'column' ? [column('_tenant', scope.column, 'integer')] : []),
    ...(version ? [column('_version', version, 'integer')] : []),
  ])
}

function platformScope({ scope, deleted }: PlatformTable, from: string): RecordTable['scope'] {
  const kept = (of: string) => (deleted ? [`${of}.${quoted(deleted)} = 0`] : [])
  const own = (tenant: string, of: string): string => {
    if (scope.by === 'column') return `${of}.${quoted(scope.column)} = ${tenant}`
    // The number is bound in every statement alike.
    if (scope.by === 'everyone') return `${tenant}::int is not null`
    if (scope.by === 'platform') return `${tenant}::int = ${FIRST_TENANT}`
    return `${of}."id" in (select ${quoted(scope.row)} from platform.${quoted(scope.table)} where ${quoted(scope.tenant)} = ${tenant})`
  }
  return (tenant, of = from) => [own(tenant, of), ...kept(of)].join(' and ')
}

function dataColumn(
  name: string,
  sql: string,
  type: string,
  title: string,
  field: Field | undefined,
): DataColumn {
  return {
    name,
    sql,
    title: field?.title ?? title,
    kind: kindOf(type),
    multi: field !== undefined && holdsSeveral(field),
    field: field ?? null,
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
