import type { TableDefinition } from '#schemas/compile/model.ts'

/** One definition out of those of all documents that share a table: the owner's, and what views add to it. */
export function mergeTables(owner: TableDefinition, views: readonly TableDefinition[]): TableDefinition {
  const columns = [...owner.columns]
  const indexes = [...owner.indexes]
  for (const view of views) {
    for (const column of view.columns)
      if (!columns.some((known) => known.name === column.name)) columns.push({ ...column, nullable: true })
    for (const index of view.indexes)
      if (!indexes.some((known) => known.name === index.name)) indexes.push({ ...index, unique: false })
  }
  return { ...owner, columns, indexes }
}
