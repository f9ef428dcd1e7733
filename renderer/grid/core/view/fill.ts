import type Handsontable from 'handsontable/base'
import { calendarKind } from '../cell-text.ts'
import { areAlike, type GridColumn, plainText } from '../columns.ts'
import { repeated, type Series, seriesOf } from '../features/series.ts'
import { type Corners, cornersOf } from './corners.ts'
import type { ViewContext } from './view-context.ts'
import type { CellInput, GridViewHost } from './view-host.ts'

/** What fills cells with others. */
export interface Fill {
  readonly hooks: Handsontable.GridSettings
  /** The library's grid is there. */
  begin(): void
}

/** The handle of a selection, which what it is drawn over goes on with, and the keys that copy; each is one input. */
export function createFill(context: ViewContext): Fill {
  const { host, hot } = context
  let isTurned = false
  // The library does not tell whether Ctrl was held.
  const note = (event: MouseEvent): void => {
    isTurned = event.ctrlKey || event.metaKey
  }
  return {
    hooks: {
      fillHandle: host.disabled ? false : { autoInsertRow: false },
      beforeAutofill(_data, sourceRange, targetRange, direction) {
        const source = cornersOf(sourceRange)
        const target = cornersOf(targetRange)
        const isVertical = direction === 'down' || direction === 'up'
        const filled = isVertical ? filledDown : filledAcross
        const inputs = filled(context, source, target, isTurned)
        if (inputs.length > 0) host.onInput(inputs)
        const { top, left, bottom, right } = around(source, target)
        hot().selectCell(top, left, bottom, right, false, false)
        return false
      },
    },
    begin() {
      const { rootWindow } = hot()
      // Before the library fills, which it does at the document.
      rootWindow.addEventListener('mouseup', note, true)
      hot().addHook('afterDestroy', () => rootWindow.removeEventListener('mouseup', note, true))
      if (!host.disabled) addFillShortcuts(context)
    },
  }
}

/** Ctrl+D and Ctrl+R copy the first cells of the selection, Ctrl+Enter the chosen cell of it, into all others. */
function addFillShortcuts(context: ViewContext): void {
  const { host, rows, hot } = context
  const put = (inputs: readonly CellInput[]) => {
    if (inputs.length > 0) host.onInput(inputs)
  }
  const down = (): void => {
    const range = hot().getSelectedRangeLast()
    if (!range) return
    const selected = cornersOf(range)
    // A single line has what stands above it.
    const top = selected.top === selected.bottom ? selected.top - 1 : selected.top
    if (top < 0) return
    put(filledDown(context, { ...selected, top, bottom: top }, { ...selected, top: top + 1 }, 'copy'))
  }
  const across = (): void => {
    const range = hot().getSelectedRangeLast()
    if (!range) return
    const selected = cornersOf(range)
    const left = selected.left === selected.right ? selected.left - 1 : selected.left
    if (left < 0) return
    put(filledAcross(context, { ...selected, left, right: left }, { ...selected, left: left + 1 }, 'copy'))
  }
  const everywhere = (): void => {
    const ranges = hot().getSelectedRange() ?? []
    const { row, col } = ranges.at(-1)?.highlight ?? {}
    const column = typeof col === 'number' ? host.columns()[col] : undefined
    if (!column || typeof row !== 'number') return
    const value = rows[row]?.[column.name]
    const taken = new Set<string>()
    put(
      ranges.flatMap((range) =>
        cellsOf(host, cornersOf(range)).flatMap((cell): CellInput[] => {
          const id = `${cell.row} ${cell.column.name}`
          if (taken.has(id) || (cell.row === row && cell.column === column)) return []
          taken.add(id)
          return [copied(host, column, value, cell)]
        }),
      ),
    )
  }
  const grid = hot().getShortcutManager().getContext('grid')
  // The library's own takes stored values for texts.
  grid?.removeShortcutsByKeys(['control/meta', 'enter'])
  grid?.addShortcuts(
    [
      { keys: [['Control/Meta', 'd']], callback: down },
      { keys: [['Control/Meta', 'r']], callback: across },
      { keys: [['Control/Meta', 'Enter']], callback: everywhere },
    ].map((shortcut) => ({ ...shortcut, group: 'fill' })),
  )
}

type Turned = boolean | 'copy'

/** Each column by itself: its values stay what they are. */
function filledDown(
  { host, rows }: ViewContext,
  source: Corners,
  target: Corners,
  turned: Turned,
): CellInput[] {
  const series = new Map<GridColumn, Series>()
  for (const column of host.columns().slice(source.left, source.right + 1)) {
    const values = rows.slice(source.top, source.bottom + 1).map((row) => row[column.name])
    series.set(column, lineOf([column], values, turned))
  }
  return cellsOf(host, target).flatMap(({ row, column }): CellInput[] => {
    const value = series.get(column)?.(row - source.top)
    return value === undefined ? [] : [{ row, column, value }]
  })
}

/** Each row by itself, through columns that may be of other kinds. */
function filledAcross(
  { host, rows }: ViewContext,
  source: Corners,
  target: Corners,
  turned: Turned,
): CellInput[] {
  const columns = host.columns().slice(source.left, source.right + 1)
  const places = new Map(host.columns().map((column, place) => [column, place]))
  const lines = new Map<number, { values: unknown[]; series: Series }>()
  const lineAt = (row: number) => {
    const values = columns.map(({ name }) => rows[row]?.[name])
    const known = lines.get(row) ?? { values, series: lineOf(columns, values, turned) }
    lines.set(row, known)
    return known
  }
  return cellsOf(host, target).map(({ row, column }): CellInput => {
    const at = (places.get(column) ?? 0) - source.left
    const { values, series } = lineAt(row)
    const from = repeated(columns)(at) as GridColumn
    const value = series(at)
    // What was counted is no value of the column that it is counted from.
    if (!values.includes(value)) return { row, column, text: plainText(value) }
    return copied(host, from, value, { row, column })
  })
}

/** What a line goes on with: only texts, numbers and dates are counted, never what a source or a dictionary knows. */
function lineOf(columns: readonly GridColumn[], values: readonly unknown[], turned: Turned): Series {
  if (turned === 'copy' || !columns.every((column) => isCounted(column))) return repeated(values)
  return seriesOf(values, { turned, period: String(columns[0]?.field.options.picker ?? 'date') })
}

function isCounted({ editor, field, resolve, view }: GridColumn): boolean {
  if (field.dict !== null || field.dictKey !== null || resolve) return false
  if (editor === 'text' || editor === 'number' || view === 'textarea') return true
  return calendarKind(field) !== null || field.property.type !== 'string'
}

/** A value in another cell: as it is where both columns know the same values, else as it is read. */
function copied(
  host: GridViewHost,
  from: GridColumn,
  value: unknown,
  { row, column }: { row: number; column: GridColumn },
): CellInput {
  if (areAlike(from, column)) return { row, column, value }
  return { row, column, text: from.textOf(value, host.textOf(from, value)) }
}

/** The cells of a range that may be changed. */
function cellsOf(host: GridViewHost, { top, left, bottom, right }: Corners) {
  const columns = host.columns().slice(left, right + 1)
  const cells: { row: number; column: GridColumn }[] = []
  for (let row = top; row <= bottom; row++)
    for (const column of columns) if (!host.isReadOnly(row, column)) cells.push({ row, column })
  return cells
}

function around(one: Corners, other: Corners): Corners {
  return {
    top: Math.min(one.top, other.top),
    left: Math.min(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.max(one.right, other.right),
  }
}
