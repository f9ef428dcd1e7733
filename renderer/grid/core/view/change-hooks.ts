import type Handsontable from 'handsontable/base'
import { type GridColumn, plainText } from '../columns.ts'
import { createCopyMemory } from './clipboard.ts'
import type { ViewContext } from './view-context.ts'
import type { CellInput, GridViewHost } from './view-host.ts'

type Settings = Handsontable.GridSettings
type Change = [row: number, prop: string | number, before: unknown, after: unknown]

/** What the user changes in cells goes to the host, which shows the outcome: the library itself changes nothing. */
export function changeHooks({ host, rows, hot }: ViewContext): Settings {
  const memory = createCopyMemory()
  let pasted: { recalled: ReturnType<typeof memory.recall>; row: number; col: number } | null = null

  const inputOf = ([row, prop, before, value]: Change, source: string): CellInput | null => {
    const column = host.columns().find(({ name }) => name === prop)
    if (!column || host.isReadOnly(row, column)) return null
    if (source === 'CopyPaste.paste' && pasted?.recalled) {
      const col = host.columns().indexOf(column)
      const known = pasted.recalled(row - pasted.row, col - pasted.col, column)
      if (known) return { row, column, value: known.value }
    }
    // What cannot be read as it stands there is kept until something else is typed.
    if (source === 'edit' && !column.resolve && value === plainText(before)) return null
    if (typeof value !== 'string') return { row, column, value }
    return { row, column, text: value }
  }

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
    const asText = stored.map((line) => line.map((value, place) => cellText(host, columns[place], value)))
    for (const [index, line] of asText.entries()) texts[index] = line
    memory.keep(
      asText,
      stored,
      columns.map(({ name }) => name),
    )
  }

  return {
    beforeCopy: remember,
    beforeCut: remember,
    beforePaste(texts) {
      const corner = hot().getSelectedRangeLast()?.getTopStartCorner()
      // A spreadsheet ends its block with an empty line.
      if (texts.length > 1 && texts.at(-1)?.every((cell) => String(cell ?? '') === '')) texts.pop()
      pasted = corner ? { recalled: memory.recall(texts), row: corner.row ?? 0, col: corner.col ?? 0 } : null
    },
    afterPaste() {
      pasted = null
    },
    beforeChange(changes, source) {
      const inputs = changes.flatMap((change) => (change ? (inputOf(change as Change, source) ?? []) : []))
      if (inputs.length > 0) host.onInput(inputs)
      return false
    },
    beforeRemoveRow: () => false,
    beforeCreateRow: () => false,
  }
}

function cellText(host: GridViewHost, column: GridColumn | undefined, value: unknown): string {
  return column ? column.textOf(value, host.textOf(column, value)) : ''
}
