import type { DataColumn } from '../../../database/data-column.ts'
import { columnOf, platformTable } from '../../../database/platform-tables.ts'
import { tableOfPlatform } from '../sql/record-table.ts'
import type { Readable } from './scoped-where.ts'

const views = new Map<string, Readable>()

/**
 * A platform table as dictionaries, trees and linked dropdowns may read it without a right to the table: the few columns
 * that its description names. Null for any other name.
 */
export function platformView(given: string): Readable | null {
  const name = given.toLowerCase()
  let view = views.get(name)
  if (!view) {
    const described = platformTable(name)
    const table = described?.lookup ? tableOfPlatform(name) : null
    if (!described?.lookup || !table) return null
    const bySql = new Map([...table.columns.values()].map((column) => [columnOf(column.name), column]))
    const named = (names: readonly string[]) =>
      new Map(
        names.flatMap((sql): [string, DataColumn][] => {
          const column: DataColumn = bySql.get(sql) ?? {
            name: sql,
            sql: `"${sql}"`,
            title: sql,
            kind: 'integer',
            multi: false,
            field: null,
          }
          // Dictionaries name columns as the table does; old documents write NAME, HAS_CHILD.
          return [sql, sql.toUpperCase(), column.name].map((key) => [key, column])
        }),
      )
    view = {
      table,
      form: null,
      columns: named(described.lookup),
      all: named([...described.lookup, ...(described.conditions ?? [])]),
    }
    views.set(name, view)
  }
  return view
}
