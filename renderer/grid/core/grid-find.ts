import { parseCellText } from './cell-text.ts'
import { type GridColumn, plainText } from './columns.ts'
import { createFinder } from './features/find.ts'
import type { FoundCell, FoundMark, GridFind } from './grid-find.types.ts'
import type { GridParts } from './grid-parts.ts'
import type { GridSight } from './grid-sight.types.ts'
import type { CellInput, GridViewHost } from './view/view-host.ts'

/** The find bar's side of a grid with these parts. */
export function createGridFind(parts: GridParts, sight: GridSight, host: GridViewHost): GridFind {
  const { texts, state } = parts
  const textAt = (row: number, column: GridColumn): string => {
    if (host.isHidden(row, column)) return ''
    const value = host.valuesOf(row)[column.name]
    return column.textOf(value, texts.textOf(column, value))
  }
  /** What is seen of a picture is no text of its value: only a text that reads back as the value is changed. */
  const isText = (row: number, column: GridColumn, text: string): boolean => {
    if (column.resolve) return true
    const read = parseCellText(column, text, texts.choicesOf(column.name))
    return 'value' in read && plainText(read.value) === plainText(host.valuesOf(row)[column.name])
  }
  /** A number cell keeps what it holds where a text is none. */
  const isTaken = (column: GridColumn, text: string): boolean =>
    column.resolve !== null || !('reverted' in parseCellText(column, text, texts.choicesOf(column.name)))
  const mark = (cells: readonly FoundCell[], current: FoundCell | null): void => {
    if (cells.length === 0 && parts.hits.size === 0) return
    parts.hits = new Map(
      cells.map((cell): [string, FoundMark] => [
        foundKey(cell.key, cell.name),
        cell === current ? 'current' : 'found',
      ]),
    )
    parts.view?.repaint()
    if (current) parts.view?.scrollTo(parts.seen.sourceOf(current.row), current.column)
  }

  return {
    open(finding) {
      parts.view?.commit()
      state.set({ finding, findings: state.get().findings + 1 })
    },
    close(current) {
      mark([], null)
      state.set({ finding: null })
      const at = current ? { ...current, row: parts.seen.sourceOf(current.row) } : parts.view?.selected()
      if (at) parts.view?.select(at.row, at.column)
    },
    search(query) {
      const { isIn } = createFinder(query)
      return sight
        .rows()
        .flatMap(({ key }, row) =>
          parts.shown.flatMap((shown, column): FoundCell[] =>
            isIn(textAt(row, shown)) ? [{ row, column, key, name: shown.name }] : [],
          ),
        )
    },
    mark,
    replace(cells, query, by) {
      const { replaced } = createFinder(query)
      const inputs = cells.flatMap(({ row, name }): CellInput[] => {
        const column = parts.shown.find((one) => one.name === name)
        if (!column || host.isReadOnly(row, column)) return []
        const text = textAt(row, column)
        const next = replaced(text, by)
        return next === text || !isText(row, column, text) || !isTaken(column, next)
          ? []
          : [{ row, column, text: next }]
      })
      if (inputs.length > 0) host.onInput(inputs)
      return inputs.length
    },
  }
}

/** Names one cell among those that were found. */
export function foundKey(key: string, name: string): string {
  return `${name}\n${key}`
}
