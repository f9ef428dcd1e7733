import type { FormDocument } from '../page/form.ts'
import type { Field, TableColumn, TableDefinition, TableIndex } from './model.ts'
import { SYSTEM_COLUMNS } from './system-columns.ts'

/** Types that are too long for an index that sorts. */
const NOT_SORTED: ReadonlySet<string> = new Set(['Text', 'Blob'])

/** The table of a document: system columns, stored fields, and the indexes that it asks for or plainly needs. */
export function tableDefinition(
  document: FormDocument,
  fields: readonly Field[],
  sort: readonly { field: string; descending: boolean }[],
): TableDefinition {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const own = fields.filter((field) => field.persist && !field.system)
  const columns: TableColumn[] = [
    ...SYSTEM_COLUMNS.map((column) => ({ ...column, title: byName.get(column.name)?.title ?? column.title })),
    // "Required" is the row validator's: a rule may hide the field, and old rows may lack the value.
    ...own.map(({ name, id, column, title }) => ({ name, id, sql: column.sql, nullable: true, title })),
  ]
  return {
    name: document.table ?? document.code,
    title: document.title,
    columns,
    indexes: indexesOf(document, own, columns, sort),
  }
}

function indexesOf(
  document: FormDocument,
  own: readonly Field[],
  columns: readonly TableColumn[],
  sort: readonly { field: string; descending: boolean }[],
): TableIndex[] {
  const stored = new Set(columns.map(({ name }) => name))
  const types = new Map(own.map((field) => [field.name, field.column.type]))
  const indexes: TableIndex[] = []
  const add = (index: TableIndex, wanted: boolean) => {
    const key = index.columns.join()
    const known = indexes.some((other) => other.columns.join() === key && (other.unique || !index.unique))
    if (!known && (wanted || !index.columns.some((name) => NOT_SORTED.has(types.get(name) ?? ''))))
      indexes.push({ ...index, name: freeName(index.name, indexes) })
  }
  for (const { name, columns: named, unique = false } of document.indexes ?? []) {
    const known = named.filter((column, at) => stored.has(column) && named.indexOf(column) === at)
    // A uniqueness over half of its columns would refuse what the document allows.
    if (known.length === 0 || (unique && known.length < new Set(named).size)) continue
    add({ name: name ?? indexName(known, unique), columns: known, unique }, true)
  }
  for (const field of own)
    if (field.property.unique)
      add({ name: indexName([field.name], true), columns: [field.name], unique: true }, true)
  if (document.tree && stored.has(document.tree.parent))
    add(
      { name: indexName([document.tree.parent], false), columns: [document.tree.parent], unique: false },
      false,
    )
  const [first] = sort
  if (first && first.field !== 'id')
    add({ name: indexName([first.field], false), columns: [first.field], unique: false }, false)
  return indexes
}

function indexName(columns: readonly string[], unique: boolean): string {
  return `${unique ? 'uk' : 'idx'}_${columns.join('_')}`
}

function freeName(name: string, taken: readonly TableIndex[]): string {
  let free = name
  for (let count = 2; taken.some((index) => index.name === free); count += 1) free = `${name}_${count}`
  return free
}
