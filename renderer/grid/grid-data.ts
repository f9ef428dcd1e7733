import type { Row } from '#schemas/compile/model.ts'
import type { GridContent } from './types.ts'

/** A row of the grid. `values` is never written to: a change makes a new object. */
export interface GridRow {
  /** The record's id, or a temporary one (`new-1`) until the server gives one. */
  readonly key: string
  readonly isNew: boolean
  readonly values: Readonly<Row>
}

export interface CellChange {
  /** Position in the grid; behind the last row it adds rows. */
  row: number
  name: string
  value: unknown
}

/** The rows of a grid while they are edited. Knows no grid library: it alone holds what will be saved. */
export interface GridData {
  rows(): readonly GridRow[]
  /** Answers the keys of the rows that differ afterwards. */
  edit(changes: readonly CellChange[]): string[]
  /** Adds rows before `at` (0 is the top, the row count the bottom). */
  insert(at: number, count?: number): readonly GridRow[]
  remove(keys: readonly string[]): number
  undo(): boolean
  redo(): boolean
  /** Replaces everything; there is nothing to undo afterwards. */
  reset(rows: readonly Row[]): void
  read(): GridContent
}

const UNDO_STEPS = 100

/** Begins with rows in stored form. `createRow` gives the first values of an added row. */
export function createGridData(initial: readonly Row[], createRow: () => Row): GridData {
  let nextTemporary = 1
  let originalIds: string[] = []
  let rows: readonly GridRow[] = []
  let past: (readonly GridRow[])[] = []
  let future: (readonly GridRow[])[] = []

  const asNew = (values: Row): GridRow => ({ key: `new-${nextTemporary++}`, isNew: true, values })
  const commit = (next: readonly GridRow[]): void => {
    past = [...past.slice(1 - UNDO_STEPS), rows]
    future = []
    rows = next
  }
  const reset = (from: readonly Row[]): void => {
    rows = from.map((values) =>
      hasId(values) ? { key: String(values.id), isNew: false, values } : asNew(values),
    )
    originalIds = rows.filter((row) => !row.isNew).map((row) => row.key)
    past = []
    future = []
  }
  reset(initial)

  return {
    rows: () => rows,
    edit(changes) {
      const next = [...rows]
      const changed = new Set<string>()
      for (const { row, name, value } of changes) {
        while (next.length <= row) {
          const added = asNew(createRow())
          changed.add(added.key)
          next.push(added)
        }
        const target = next[row]
        if (!target || same(target.values[name], value)) continue
        next[row] = { ...target, values: { ...target.values, [name]: value } }
        changed.add(target.key)
      }
      if (changed.size > 0) commit(next)
      return [...changed]
    },
    insert(at, count = 1) {
      const added = Array.from({ length: Math.max(1, count) }, () => asNew(createRow()))
      const place = Math.min(Math.max(0, at), rows.length)
      commit([...rows.slice(0, place), ...added, ...rows.slice(place)])
      return added
    },
    remove(keys) {
      const gone = new Set(keys)
      const next = rows.filter((row) => !gone.has(row.key))
      const count = rows.length - next.length
      if (count > 0) commit(next)
      return count
    },
    undo() {
      const before = past.at(-1)
      if (!before) return false
      past = past.slice(0, -1)
      future = [...future, rows]
      rows = before
      return true
    },
    redo() {
      const after = future.at(-1)
      if (!after) return false
      future = future.slice(0, -1)
      past = [...past, rows]
      rows = after
      return true
    },
    reset,
    read() {
      const present = new Set(rows.map((row) => row.key))
      return { rows: rows.map(forSaving), deletedIds: originalIds.filter((id) => !present.has(id)) }
    },
  }
}

function hasId(row: Row): boolean {
  return row.id !== undefined && row.id !== null && row.id !== ''
}

/** Without dictionary texts, which the server adds; a new row without an id, which the server gives. */
function forSaving({ isNew, values }: GridRow): Row {
  const row: Row = {}
  for (const [name, value] of Object.entries(values)) {
    if (name.endsWith('_dictText') || (isNew && name === 'id')) continue
    row[name] = value
  }
  return row
}

/** An empty cell is null, '' or absent: leaving an editor untouched is no change. */
function same(one: unknown, other: unknown): boolean {
  const empty = (value: unknown) => value === null || value === undefined || value === ''
  return one === other || (empty(one) && empty(other))
}
