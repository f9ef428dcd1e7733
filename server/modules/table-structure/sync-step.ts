import type { TableColumn, TableDefinition, TableIndex } from '#schemas/compile/model.ts'

/** A column that a document no longer names: kept under another name, values included. */
export interface ParkedColumn {
  column: TableColumn
  parkedAs: string
}

/** Structure of a table as it was last synchronised. */
export interface StoredTable extends TableDefinition {
  parked: readonly ParkedColumn[]
}

/** Rows that stand in the way of a step: how many, and the first of them. */
export interface Unfit {
  count: number
  rows: readonly { id: string; value: string | null }[]
  changed: number
}

/** What a plan needs to know about the rows. */
export interface RowFacts {
  rows: number
  /** Answers by the key of their question. */
  probes: ReadonlyMap<string, Unfit>
}

export type StepChange =
  | { kind: 'create-table' }
  | { kind: 'add-column'; column: TableColumn }
  | { kind: 'rename-column'; from: string; to: string; id: string }
  | { kind: 'alter-column'; column: TableColumn }
  | { kind: 'park-column'; column: string; parkedAs: string }
  | { kind: 'restore-column'; column: TableColumn; parkedAs: string }
  | { kind: 'describe-column'; column: TableColumn }
  | { kind: 'create-index'; index: TableIndex }
  | { kind: 'drop-index'; index: string }

/** One step of a plan, and what it costs. */
export type SyncStep = StepChange & {
  /** What happens, in Chinese, for the screen. */
  title: string
  statements: readonly string[]
  /** What is lost or written differently; null when no value changes. */
  loses: string | null
  /** Why the step cannot be done now, with the rows that stand in the way. */
  blocked: { reason: string; count: number; rows: readonly { id: string; value: string | null }[] } | null
  /** Can be done at any time without touching a value. */
  additive: boolean
}

/** Costs of a step that touches no value. */
export const HARMLESS = { loses: null, blocked: null, additive: true } as const

/** What stands in the way of a step, told by `reason`; null when no row does. */
export function blockedBy(unfit: Unfit | undefined, reason: (count: number) => string): SyncStep['blocked'] {
  return unfit && unfit.count > 0
    ? { reason: reason(unfit.count), count: unfit.count, rows: unfit.rows }
    : null
}
