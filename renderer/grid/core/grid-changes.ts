import type { Row, RowError } from '#schemas/compile/model.ts'
import { parseCellText } from './cell-text.ts'
import { type CellChecks, createCellChecks } from './features/cell-checks.ts'
import { changedPlaces } from './features/changed-places.ts'
import { errorList } from './features/errors.ts'
import { oddCells } from './features/odd-cells.ts'
import { createPendingTexts } from './features/pending-texts.ts'
import type { PendingCell, PendingTexts } from './features/pending-texts.types.ts'
import { createRowScan, type RowScan } from './features/row-scan.ts'
import type { ControllerOptions, PasteReport } from './grid-controller.types.ts'
import type { GridParts } from './grid-parts.ts'
import { pendingEvents } from './read-answers.ts'
import { type ReadInputs, readInputs } from './read-inputs.ts'
import type { CellChange, GridContent, GridRow } from './row-source.types.ts'
import type { CellInput, LeftOut } from './view/view-host.ts'

/** Everything that changes the rows of a grid, and what is judged and drawn after it. */
export interface GridChanges {
  /** Texts that are being looked up. */
  readonly pending: PendingTexts
  /** Values that the server is asked about. */
  readonly checks: CellChecks
  /** Looks through rows for texts of what they hold. */
  readonly scan: RowScan
  content(): GridContent
  /** The rows as `content` has them, with what is being entered into a cell; null when that is nothing new. */
  entering(): Row[] | null
  /** Finds again what is wrong. */
  judge(): void
  /** Brings everything that is drawn in line with the rows. */
  refresh(): void
  apply(changes: readonly CellChange[]): void
  takeInputs(inputs: readonly CellInput[]): void
  /** Takes them and tells what is wrong with them or was left out. */
  paste(inputs: readonly CellInput[], left: LeftOut): void
  /** Adds rows, which may hold values already, and selects the first of them. */
  insert(at: number, count?: number, values?: Readonly<Row>): void
  /** Puts rows elsewhere; answers whether anything has moved. */
  move(from: number, count: number, to: number): boolean
  remove(keys: readonly string[]): void
  step(back: boolean): void
  impose(refusals: readonly RowError[]): void
  /** Whether a row was added and is still as it was then. */
  isBlank(row: GridRow): boolean
  /** Other rows took the place of those that were here: nothing that was known of them holds. */
  replaced(): void
}

/** The changes of a grid with these parts. */
export function createGridChanges(parts: GridParts, { client, events }: ControllerOptions): GridChanges {
  const { source, texts, errors, selection, sessions, state, form } = parts
  /** Rows as they were added: one that is changed is another object. */
  const blank = new WeakSet<GridRow>()
  /** The rows that everything drawn is in line with. */
  let drawn: readonly GridRow[] = []
  const rowAt = (index: number): GridRow | undefined => source.rows()[index]
  const repaint = () => parts.view?.repaint()

  const judge = (): void => {
    const before = state.get().errors.length
    const rows = source.rows()
    parts.found = errors.check(rows)
    const list = errorList(rows, parts.allowed, parts.found, form.code)
    state.set({ errors: list })
    if (list.length !== before) events().onErrorCount?.(list.length)
  }
  const refresh = (): void => {
    const rows = source.rows()
    const places = changedPlaces(drawn, rows)
    if (places === null) selection.keep(rows)
    texts.look(places ? places.flatMap((at) => rows[at] ?? []) : without(rows, drawn))
    drawn = rows
    judge()
    state.set({
      rowCount: source.total(),
      seenCount: parts.seen.rows().length,
      checkedCount: selection.count(),
      textless: texts.textless(),
    })
    parts.view?.show(rows.map(({ values }) => values))
  }
  const scan = createRowScan(
    (rows) => {
      texts.look(rows, true)
      for (const { key, names } of oddCells(rows, parts.columns)) errors.touch(key, names)
    },
    () => {
      judge()
      state.set({ textless: texts.textless() })
      repaint()
    },
  )
  /** A text that is still being looked up is no value: its cell is saved with what it held before. */
  const content = (): GridContent => source.read(pending.without)
  const beingEntered = (): CellChange[] => {
    const session = sessions.current()
    if (session && session.typed === null)
      return [...session.draft].map(([name, value]) => ({ row: session.row, name, value }))
    const typed = session
      ? { row: session.row, column: session.column, text: session.typed ?? '' }
      : parts.view?.typed(parts.shown)
    // What only a source can read is no value yet.
    if (!typed?.column || typed.column.resolve) return []
    const { row, column, text } = typed
    const parsed = parseCellText(column, text, texts.choicesOf(column.name))
    return 'value' in parsed ? [{ row, name: column.name, value: parsed.value }] : []
  }
  const checks = createCellChecks(parts.columns, client, (refused) => {
    for (const { key, name, value, message } of refused) errors.refuse(key, name, value, message)
    judge()
    repaint()
  })
  const changed = (): void => {
    refresh()
    checks.look(source.rows())
    events().onChange?.(content())
  }
  const apply = (changes: readonly CellChange[]): void => {
    if (source.edit(changes).length > 0) {
      for (const [row, names] of namesByRow(changes)) {
        const key = rowAt(row)?.key
        if (key) errors.touch(key, names)
      }
      changed()
    } else repaint()
  }

  const pending = createPendingTexts(client, pendingEvents(parts, { changed, refresh, judge, events }))

  const takeInputs = (inputs: readonly CellInput[]): void => {
    const { changes, refused, toAsk, reverted } = readInputs(inputs, texts, rowAt)
    apply(changes)
    imposeOn(parts, refused)
    const cells = cellsToAsk(toAsk, rowAt)
    if (cells.length > 0) pending.ask(cells)
    if (refused.length > 0) {
      judge()
      repaint()
    }
    if (reverted.length > 0) events().onReverted?.(reverted)
  }

  return {
    pending,
    checks,
    scan,
    content,
    entering() {
      const changes = beingEntered()
      return changes.length > 0 ? source.edited(changes, pending.without) : null
    },
    judge,
    refresh,
    apply,
    takeInputs,
    paste(inputs, left) {
      takeInputs(inputs)
      const wrong = wrongAmong(inputs, parts)
      if (wrong.length + left.columns + left.rows > 0) events().onPasted?.({ ...left, wrong })
    },
    insert(at, count, values) {
      if (parts.disabled) return
      for (const row of source.insert(at, count, values)) blank.add(row)
      changed()
      parts.view?.select(at, 0)
      parts.view?.reveal(at)
    },
    move(from, count, to) {
      if (parts.disabled || !source.isOrdered?.()) return false
      // What is being typed belongs to the row that moves.
      parts.view?.commit()
      const hasMoved = source.move(from, count, to)
      if (hasMoved) changed()
      return hasMoved
    },
    remove(keys) {
      if (source.remove(keys) > 0) changed()
    },
    step(back) {
      if (!parts.disabled && (back ? source.undo() : source.redo())) changed()
    },
    impose(refusals) {
      imposeOn(parts, refusals)
      judge()
      repaint()
    },
    isBlank: (row) => blank.has(row),
    replaced() {
      parts.reloaded.replaced(drawn, source.rows())
      errors.forget()
      pending.forget()
      checks.begin(source.rows())
      selection.only([])
      texts.forgetRows()
      drawn = source.rows()
      scan.begin(drawn)
      refresh()
    },
  }
}

/** Which cells of which rows are changed. */
function namesByRow(changes: readonly CellChange[]): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, string[]>()
  for (const { row, name } of changes) names.set(row, [...(names.get(row) ?? []), name])
  return names
}

function imposeOn(
  { source, errors }: GridParts,
  refusals: readonly Pick<RowError, 'row' | 'field' | 'message'>[],
): void {
  for (const { row, field, message } of refusals) {
    const target = row === undefined ? undefined : source.rows()[row]
    if (target) errors.impose(target, field, message)
  }
}

function cellsToAsk(
  toAsk: ReadInputs['toAsk'],
  rowAt: (index: number) => GridRow | undefined,
): PendingCell[] {
  return toAsk.flatMap(({ row, ...cell }) => {
    const key = rowAt(row)?.key
    return key === undefined ? [] : [{ ...cell, key }]
  })
}

/** Cells that hold what is wrong. */
function wrongAmong(inputs: readonly CellInput[], { source, found }: GridParts): PasteReport['wrong'] {
  return inputs.flatMap(({ row, column }) => {
    const message = found.get(source.rows()[row]?.key ?? '')?.get(column.name)
    return message === undefined ? [] : [{ row, message }]
  })
}

/** The rows that are not among others. */
function without(rows: readonly GridRow[], others: readonly GridRow[]): readonly GridRow[] {
  const known = new Set(others)
  return rows.filter((row) => !known.has(row))
}
