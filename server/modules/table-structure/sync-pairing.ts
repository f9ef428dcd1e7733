import type { TableColumn, TableDefinition } from '#schemas/compile/model.ts'
import { isSystemColumn } from '#schemas/compile/system-columns.ts'
import type { ParkedColumn, StoredTable } from './sync-step.ts'

/** A stored column and what it is to become. */
export interface ColumnPair {
  stored: TableColumn
  wanted: TableColumn
}

/** What becomes of each column. */
export interface Pairing {
  pairs: ColumnPair[]
  restored: { parked: ParkedColumn; wanted: TableColumn }[]
  added: TableColumn[]
  dropped: TableColumn[]
}

/** Finds for each wanted column the one that holds its values: by id, then by name, then among the parked ones. */
export function pairColumns(stored: StoredTable, wanted: TableDefinition): Pairing {
  const pairs: ColumnPair[] = []
  const left = new Set(stored.columns)
  const open: TableColumn[] = []
  for (const column of wanted.columns) {
    const same = stored.columns.find((entry) => entry.id === column.id)
    if (same && left.has(same)) {
      pairs.push({ stored: same, wanted: column })
      left.delete(same)
    } else open.push(column)
  }
  const restored: Pairing['restored'] = []
  const added: TableColumn[] = []
  for (const column of open) {
    // An id that was given to a column later, or taken away, is no reason to lose sight of the column.
    const sameName = [...left].find((entry) => entry.name === column.name)
    if (sameName) {
      pairs.push({ stored: sameName, wanted: column })
      left.delete(sameName)
      continue
    }
    const parked = [...stored.parked]
      .reverse()
      .find((entry) => entry.column.id === column.id || entry.column.name === column.name)
    if (parked && !restored.some((entry) => entry.parked === parked))
      restored.push({ parked, wanted: column })
    else added.push(column)
  }
  const dropped = [...left].filter((column) => !isSystemColumn(column.name))
  return { pairs, restored, added, dropped }
}
