import type { Row } from '#schemas/compile/model.ts'
import { isSystemColumn } from '#schemas/compile/system-columns.ts'
import { isBesideColumns } from '#schemas/compile/unknown-values.ts'
import { createHistory } from './features/history.ts'
import { noteOfRefused, type OpenEditor, receiveRows } from './features/receive-rows.ts'
import type { CellChange, GridContent, GridRow, RowSource, Settlement } from './row-source.types.ts'

/** A source that holds every row, as the sub tables of a record do. */
export interface MemoryRows extends RowSource {
  /** Replaces everything; there is nothing to undo afterwards. */
  reset(rows: readonly Row[]): void
  /**
   * Takes rows as they stand on the server now; those that were changed here are left alone and noted. It is no step to undo. Answers the keys
   * of rows that arrived, and whether all of it was taken.
   */
  receive(
    rows: readonly Row[],
    editor: OpenEditor | null,
  ): { arrived: ReadonlySet<string>; hasChanged: boolean; isWhole: boolean }
  /** Completes every row anew, once what their rules read besides them has changed; answers whether one differs. No step to undo. */
  recalculate(): boolean
  /** A row as it began: as it was stored, or with its first values. */
  begun(row: GridRow): Readonly<Row>
}

/** What rules make of a row: the same one where nothing is to be changed. `before` is the row that it was, null for a new one. */
export type CompleteRow = (values: Readonly<Row>, before: GridRow | null) => Readonly<Row>

/**
 * Begins with rows in stored form. `createRow` gives the first values of an added row, `complete` what follows from the values
 * of any, `orderField` names the number that holds the place of a row.
 */
export function createMemoryRows(
  initial: readonly Row[],
  createRow: () => Row,
  complete: CompleteRow = (values) => values,
  orderField: () => string | null = () => null,
): MemoryRows {
  let nextTemporary = 1
  /** The rows that it was filled with. */
  let filled: readonly GridRow[] = []
  /** First values by key: of rows that were added, and of all once somebody asks. */
  let beginnings = new Map<string, Readonly<Row>>()
  let knowsFilled = false
  let rows: readonly GridRow[] = []
  /** What others have saved of rows that were changed here, too. */
  let refused: ReadonlyMap<string, Readonly<Row> | null> = new Map()
  const history = createHistory<readonly GridRow[]>()
  const listeners = new Set<() => void>()

  const learnFilled = (): void => {
    if (!knowsFilled) for (const { key, values } of filled) beginnings.set(key, values)
    knowsFilled = true
  }
  const asNew = (values: Row): GridRow => {
    const row = { key: `new-${nextTemporary++}`, isNew: true, values: complete(values, null) }
    beginnings.set(row.key, row.values)
    return row
  }
  /** A new row that was filled in before: first values that are others than the calculated ones were entered. */
  const asEntered = (values: Row): GridRow => {
    const row: GridRow = { key: `new-${nextTemporary++}`, isNew: true, values }
    return { ...row, values: complete(values, row) }
  }
  const recalculated = (row: GridRow): GridRow => {
    const values = complete(row.values, row)
    return values === row.values ? row : { ...row, values }
  }
  const commit = (next: readonly GridRow[]): void => {
    history.push(rows)
    rows = next
  }
  const placed = (next: readonly GridRow[]) => numbered(next, orderField(), complete)
  const edited = (changes: readonly CellChange[]) => {
    const next = [...rows]
    const changed = new Map<number, string>()
    for (const { row, name, value } of changes) {
      while (next.length <= row) {
        next.push(asNew(createRow()))
        changed.set(next.length - 1, next.at(-1)?.key ?? '')
      }
      const target = next[row]
      if (!target || same(target.values[name], value)) continue
      next[row] = { ...target, values: { ...target.values, [name]: value } }
      changed.set(row, target.key)
    }
    for (const at of changed.keys()) {
      const row = next[at] as GridRow
      next[at] = { ...row, values: complete(row.values, rows[at] ?? null) }
    }
    return { next, changed: [...changed.values()] }
  }
  const step = (to: readonly GridRow[] | null): boolean => {
    // What they were calculated from may be another by now.
    if (to) rows = to.map(recalculated)
    return to !== null
  }
  const fill = (from: readonly Row[]): void => {
    rows = from.map((values) =>
      hasId(values) ? { key: String(values.id), isNew: false, values } : asEntered(values),
    )
    filled = rows
    beginnings = new Map()
    knowsFilled = false
    refused = new Map()
    history.clear()
  }
  fill(initial)

  return {
    rows: () => rows,
    total: () => rows.length,
    firstNumber: () => 1,
    onReplaced(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit(changes) {
      const { next, changed } = edited(changes)
      if (changed.length > 0) commit(next.length > rows.length ? placed(next) : next)
      return changed
    },
    edited: (changes, valuesOf = ({ values }) => values) =>
      edited(changes).next.map((row) => forSaving(valuesOf(row), row.isNew)),
    settle(settlements) {
      const before = rows
      const correct = settling(settlements)
      const read = correct(rows)
      if (read !== before) rows = read.map((row, at) => (row === before[at] ? row : recalculated(row)))
      history.rewrite(correct)
      return rows !== before
    },
    insert(at, count = 1, values) {
      const make = () => (values ? asEntered({ ...createRow(), ...values }) : asNew(createRow()))
      const added = Array.from({ length: Math.max(1, count) }, make)
      const place = Math.min(Math.max(0, at), rows.length)
      commit(placed([...rows.slice(0, place), ...added, ...rows.slice(place)]))
      return rows.slice(place, place + added.length)
    },
    isOrdered: () => orderField() !== null,
    move(from, count, to) {
      const block = rows.slice(from, from + count)
      const place = Math.min(Math.max(0, to), rows.length - block.length)
      if (block.length === 0 || place === from) return false
      const others = [...rows.slice(0, from), ...rows.slice(from + block.length)]
      commit(placed([...others.slice(0, place), ...block, ...others.slice(place)]))
      return true
    },
    remove(keys) {
      const gone = new Set(keys)
      const next = rows.filter((row) => !gone.has(row.key))
      const count = rows.length - next.length
      if (count > 0) commit(placed(next))
      return count
    },
    undo: () => step(history.undo(rows)),
    redo: () => step(history.redo(rows)),
    begun(row) {
      learnFilled()
      return beginnings.get(row.key) ?? row.values
    },
    recalculate() {
      const next = rows.map(recalculated)
      const differs = next.some((row, at) => row !== rows[at])
      if (differs) rows = next
      return differs
    },
    reset(next) {
      fill(next)
      for (const listener of listeners) listener()
    },
    receive(theirs, editor) {
      learnFilled()
      const received = receiveRows({ rows, beginnings, filled }, theirs, editor)
      const hasChanged = received.rows !== rows
      rows = received.rows
      beginnings = received.beginnings
      filled = received.filled
      refused = received.refused
      history.rewrite(received.correct)
      return { arrived: received.arrived, hasChanged, isWhole: received.isWhole }
    },
    noteOf(at, name) {
      const key = rows[at]?.key ?? ''
      return refused.size === 0 ? null : noteOfRefused(refused.get(key), beginnings.get(key), name)
    },
    read: (valuesOf = ({ values }) => values) => contentOf(rows, filled, valuesOf),
  }
}

/** The rows as they stand, numbered from 1 in the column of this name; what follows from a number follows it. */
function numbered(rows: readonly GridRow[], name: string | null, complete: CompleteRow): readonly GridRow[] {
  if (name === null) return rows
  return rows.map((row, at) => {
    if (row.values[name] === at + 1) return row
    return { ...row, values: complete({ ...row.values, [name]: at + 1 }, row) }
  })
}

/** What is to be saved of rows as they are now, put together when it is asked for: a change of one cell is told with all of it. */
function contentOf(
  rows: readonly GridRow[],
  filled: readonly GridRow[],
  valuesOf: (row: GridRow) => Readonly<Row>,
): GridContent {
  let [read, deletedIds]: [Row[] | null, string[] | null] = [null, null]
  return {
    get rows() {
      read ??= rows.map((row) => forSaving(valuesOf(row), row.isNew))
      return read
    },
    get deletedIds() {
      if (!deletedIds) {
        const present = new Set(rows.map((row) => row.key))
        deletedIds = filled.filter((row) => !row.isNew && !present.has(row.key)).map((row) => row.key)
      }
      return deletedIds
    },
  }
}

/** Rows with the texts of these cells read; a list without such a cell is answered as it is. */
function settling(settlements: readonly Settlement[]) {
  const byKey = new Map<string, Settlement[]>()
  for (const one of settlements) byKey.set(one.key, [...(byKey.get(one.key) ?? []), one])
  // A row stands in many remembered states: it is corrected once, and stays the same object in all of them.
  const corrected = new Map<GridRow, GridRow>()
  const correct = (row: GridRow): GridRow => {
    const known = corrected.get(row)
    if (known) return known
    let next = row
    for (const { name, text, value, fill } of byKey.get(row.key) ?? [])
      if (next.values[name] === text) next = { ...next, values: { ...next.values, ...fill, [name]: value } }
    corrected.set(row, next)
    return next
  }
  return (list: readonly GridRow[]): readonly GridRow[] => {
    const next = list.map((row) => (byKey.has(row.key) ? correct(row) : row))
    return next.some((row, at) => row !== list[at]) ? next : list
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
function forSaving(values: Readonly<Row>, isNew: boolean): Row {
  const row: Row = {}
  for (const [name, value] of Object.entries(values)) {
    if (isBesideColumns(name) || (isNew && name === 'id')) continue
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
