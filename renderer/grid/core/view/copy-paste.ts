import type Handsontable from 'handsontable/base'
import type { GridColumn } from '../columns.ts'
import { blockOf, reachOf } from '../features/block.ts'
import { createCopyMemory } from './clipboard.ts'
import { cornersOf } from './corners.ts'
import type { ViewContext } from './view-context.ts'
import type { CellInput } from './view-host.ts'

/** Copies are what the cells say; what is pasted goes to the host as one input, the library itself changes nothing. */
export function copyPasteHooks({ host, rows, hot }: ViewContext): Handsontable.GridSettings {
  const memory = createCopyMemory()

  const remember = (
    texts: unknown[][],
    ranges: { startRow: number; startCol: number; endRow: number; endCol: number }[],
  ): void => {
    const range = ranges[0]
    if (!range) return
    host.learnTexts()
    const columns = host.columns().slice(range.startCol, range.endCol + 1)
    const stored = rows
      .slice(range.startRow, range.endRow + 1)
      .map((row) => columns.map(({ name }) => row[name]))
    const textOf = (column: GridColumn | undefined, value: unknown) =>
      column ? column.textOf(value, host.textOf(column, value)) : ''
    const asText = stored.map((line) => line.map((value, place) => textOf(columns[place], value)))
    for (const [index, line] of asText.entries()) texts[index] = line
    memory.keep(asText, stored, columns)
  }

  const paste = (clipboard: readonly (readonly unknown[])[]): void => {
    const selected = hot().getSelectedRangeLast()
    if (!selected) return
    const { top, left, bottom, right } = cornersOf(selected)
    const { lines, width } = blockOf(clipboard)
    const recalled = memory.recall(lines)
    const height = reachOf(lines.length, bottom - top + 1)
    const columns = host.columns().slice(left, left + reachOf(width, right - left + 1))
    const rowsLeft = host.mayAdd() && !host.disabled ? height : Math.min(height, rows.length - top)
    const inputs: CellInput[] = []
    for (let row = 0; row < rowsLeft; row++) {
      const line = lines[row % lines.length] ?? []
      for (const [col, column] of columns.entries()) {
        if (host.isReadOnly(top + row, column)) continue
        const known = recalled?.(row, col, column)
        const cell = { row: top + row, column }
        if (known) inputs.push({ ...cell, value: known.value })
        else inputs.push({ ...cell, text: oneLine(column, line[col % width] ?? ''), isPasted: true })
      }
    }
    host.onPaste(inputs, {
      columns: filledBehind(lines, columns.length),
      rows: lines.slice(rowsLeft).filter((line) => line.some((cell) => cell !== '')).length,
    })
    hot().selectCell(
      top,
      left,
      Math.min(rows.length, top + rowsLeft) - 1,
      left + Math.max(1, columns.length) - 1,
      false,
    )
  }

  return {
    beforeCopy: remember,
    beforeCut: remember,
    beforePaste(clipboard) {
      paste(clipboard)
      return false
    },
  }
}

/** A line of text has no line breaks. */
function oneLine({ editor, view }: GridColumn, text: string): string {
  return editor === 'text' && view !== 'textarea' ? text.replaceAll('\n', ' ') : text
}

/** How many columns of a block with something in them stand behind so many. */
function filledBehind(lines: readonly (readonly string[])[], count: number): number {
  const width = lines[0]?.length ?? 0
  return Array.from({ length: Math.max(0, width - count) }, (_, at) => at + count).filter((at) =>
    lines.some((line) => line[at] !== ''),
  ).length
}
