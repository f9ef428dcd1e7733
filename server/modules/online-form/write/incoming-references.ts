import type { PoolClient } from 'pg'
import { choiceSource } from '#schemas/compile/choice-source.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import type { Documents } from '../../document/documents.ts'
import { hasTable, recordTable } from '../sql/record-table.ts'
import { recordName } from './record-name.ts'
import { storedValues } from './stored-rows.ts'

/** A field of some form whose value is that of a column of another form's record. */
interface Reference {
  from: CompiledForm
  field: Field
  /** Column of the record that is referred to. */
  column: string
}

/** Finds out whether records that go are still named elsewhere. */
export interface References {
  /**
   * To be asked after the records are gone, inside the same transaction: a sentence about the first reference that
   * would lead nowhere, or null. References count even where the caller may not see them.
   */
  problem(
    client: PoolClient,
    form: CompiledForm,
    tenantId: number,
    deleted: readonly Row[],
  ): Promise<string | null>
}

/** References that documents declare by a table dictionary or by the table in a field's options. */
export function createReferences(documents: Documents): References {
  let byTable: Map<string, Reference[]> | null = null
  documents.onChange(() => {
    byTable = null
  })

  function collect(): Map<string, Reference[]> {
    const found = new Map<string, Reference[]>()
    // Several documents may look at one table: each column is asked once.
    const seen = new Set<string>()
    for (const { form } of documents.entries())
      for (const field of form?.fields ?? []) {
        const source = sourceOf(field)
        const target = source ? documents.resolve(source.table) : null
        if (!form || !source || !target || !field.persist || isOwnParent(form, field)) continue
        if (!hasTable(form) || !hasTable(target)) continue
        if (recordTable(form).recorded.has(field.name)) continue
        // Look-ups name a column of a platform table as the table does, rows as the wire does.
        const column = recordTable(target).nameOf(source.column)
        const key = JSON.stringify([form.tableName, field.name, target.tableName, column])
        if (seen.has(key)) continue
        seen.add(key)
        const list = found.get(target.tableName) ?? []
        list.push({ from: form, field, column })
        found.set(target.tableName, list)
      }
    return found
  }

  return {
    async problem(client, form, tenantId, deleted) {
      if (deleted.length === 0) return null
      byTable ??= collect()
      for (const { from, field, column } of byTable.get(form.tableName) ?? []) {
        // The table of a document that is not in line yet may lack the very column.
        if (!documents.entry(from.code)?.synced) continue
        const values = await goneValues(client, form, tenantId, column, deleted)
        if (values.length === 0) continue
        const table = recordTable(from)
        const stored = table.sql(field.name)
        const names = holdsSeveral(field)
          ? `string_to_array(${stored}::text, ',') && $2::text[]`
          : `${stored}::text = any($2::text[])`
        const { rows } = await client.query<{ value: string; count: number }>(
          `select ${stored}::text as value, count(*) over ()::int as count
           from ${table.from} where ${table.scope('$1')} and ${names} limit 1`,
          [tenantId, values],
        )
        const [named] = rows
        if (!named) continue
        const which = deleted.length > 1 ? nameOf(form, deleted, column, named.value) : ''
        return `${which}被 ${named.count} 条“${from.title}”的“${field.title}”引用，不能删除`
      }
      return null
    },
  }
}

/** Values of a column that no record of the tenant has any more. A key has no second owner. */
async function goneValues(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  column: string,
  deleted: readonly Row[],
): Promise<string[]> {
  const values = new Set(
    deleted
      .map((row) => row[column] ?? '')
      .filter((value) => value !== '')
      .map(String),
  )
  if (column === 'id' || values.size === 0) return [...values]
  for (const value of await storedValues(client, form, tenantId, column, [...values])) values.delete(value)
  return [...values]
}

/** Which of several records it is, by the first column of the list that is plain text. */
function nameOf(form: CompiledForm, deleted: readonly Row[], column: string, stored: string): string {
  const values = stored.split(',')
  const row = deleted.find((one) => one[column] === stored || values.includes(String(one[column])))
  return row ? `“${recordName(form, row)}”等记录` : ''
}

function sourceOf(field: Field): { table: string; column: string } | null {
  const source = choiceSource(field)
  return source && 'table' in source ? { table: source.table.table, column: source.table.value } : null
}

/** The parent of a tree node: a node with children is refused before. */
function isOwnParent(form: CompiledForm, field: Field): boolean {
  return form.tree?.parent === field.name
}
