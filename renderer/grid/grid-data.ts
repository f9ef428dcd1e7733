import type { Row } from '#schemas/compile/model.ts'
import { isSystemColumn } from '#schemas/compile/system-columns.ts'
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
  /**
   * Puts what a text means in its place, in the rows and in all that undo and redo bring back: reading a text is no step
   * of its own. `fill` is set along. Answers whether a row that is there now has changed.
   */
  settle(key: string, name: string, text: unknown, value: unknown, fill: Readonly<Row>): boolean
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
    settle(key, name, text, value, fill) {
      const settled = (list: readonly GridRow[]): readonly GridRow[] => {
        const at = list.findIndex((row) => row.key === key && row.values[name] === text)
        const row = list[at]
        return row ? list.with(at, { ...row, values: { ...row.values, ...fill, [name]: value } }) : list
      }
      const before = rows
      rows = settled(rows)
      past = past.map(settled)
      future = future.map(settled)
      return rows !== before
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

/** What the server needs of the columns that it keeps itself: which row it is, and of which version. */
const OF_THE_ROW: ReadonlySet<string> = new Set(['id', '_version'])

/**
 * Without dictionary texts and what else the server adds (a thousand rows must fit into one request); a new row without an
 * id, which the server gives.
 */
function forSaving({ isNew, values }: GridRow): Row {
  const row: Row = {}
  for (const [name, value] of Object.entries(values)) {
    if (name.endsWith('_dictText') || (isNew && name === 'id')) continue
    if (isSystemColumn(name) && !OF_THE_ROW.has(name)) continue
    row[name] = value
  }
  return row
}

/** An empty cell is null, '' or absent: leaving an editor untouched is no change. */
function same(one: unknown, other: unknown): boolean {
  const empty = (value: unknown) => value === null || value === undefined || value === ''
  return one === other || (empty(one) && empty(other))
}
