import type { TableColumn, TableDefinition, TableIndex } from '#schemas/compile/model.ts'
import type { ParkedColumn, StoredTable, SyncStep } from './sync-step.ts'

/** The structure after some of the steps were done. */
export function structureAfter(
  stored: StoredTable | null,
  wanted: TableDefinition,
  steps: readonly SyncStep[],
): StoredTable {
  let columns: TableColumn[] = stored ? [...stored.columns] : []
  let parked: ParkedColumn[] = stored ? [...stored.parked] : []
  let indexes: TableIndex[] = stored ? [...stored.indexes] : []
  for (const step of steps) {
    switch (step.kind) {
      case 'create-table':
        columns = wanted.columns.map((column) => ({ ...column }))
        break
      case 'add-column':
        columns.push(step.column)
        break
      case 'restore-column':
        parked = parked.filter((entry) => entry.parkedAs !== step.parkedAs)
        columns.push(step.column)
        break
      case 'rename-column':
        columns = columns.map((column) => (column.id === step.id ? { ...column, name: step.to } : column))
        break
      case 'alter-column':
      case 'describe-column':
        columns = columns.map((column) => (column.name === step.column.name ? step.column : column))
        break
      case 'park-column': {
        const column = columns.find((entry) => entry.name === step.column)
        columns = columns.filter((entry) => entry !== column)
        if (column) parked.push({ column, parkedAs: step.parkedAs })
        break
      }
      case 'create-index':
        indexes.push(step.index)
        break
      case 'drop-index':
        indexes = indexes.filter((index) => index.name !== step.index)
        break
    }
  }
  return { name: wanted.name, title: wanted.title, columns, indexes, parked }
}
