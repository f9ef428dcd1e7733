import type { TableDefinition } from './model.ts'

/** SQL of a table as it would be created afresh: for people to read and for comparing; the server's sync makes its own. */
export function createTableSql(table: TableDefinition): string {
  const columns = table.columns.map(
    ({ name, sql, nullable }) => `  ${quoted(name)} ${sql}${nullable ? '' : ' not null'}`,
  )
  const lines = [
    `create table ${quoted(table.name)} (`,
    [...columns, '  primary key ("id")'].join(',\n'),
    ');',
  ]
  for (const { name, columns: indexed, unique } of table.indexes) {
    // Uniqueness holds within a tenant.
    const parts = ['_tenant', ...indexed].map(quoted).join(', ')
    lines.push(
      `create ${unique ? 'unique ' : ''}index ${quoted(`${table.name}.${name}`)} on ${quoted(table.name)} (${parts});`,
    )
  }
  lines.push(`comment on table ${quoted(table.name)} is ${literal(table.title)};`)
  for (const { name, title } of table.columns)
    lines.push(`comment on column ${quoted(table.name)}.${quoted(name)} is ${literal(title)};`)
  return `${lines.join('\n')}\n`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
