import { parseCellText } from './cell-text.ts'
import type { GridColumn } from './columns.ts'
import type { GridTexts } from './features/texts.types.ts'
import type { RevertedText } from './grid-controller.types.ts'
import type { CellChange, GridRow } from './row-source.types.ts'
import type { CellInput } from './view/view-host.ts'

/** What one input of the user (a key, a paste, a fill) does to the rows. */
export interface ReadInputs {
  changes: CellChange[]
  /** Texts that mean nothing: they stand in their cells, marked. */
  refused: { row: number; field: string; message: string }[]
  /** Texts that only the source of their column can read. */
  toAsk: {
    row: number
    column: GridColumn
    text: string
    before: unknown
    given: ReadonlySet<string>
    isPasted: boolean
  }[]
  /** Texts that were typed and a number cell did not take. */
  reverted: RevertedText[]
}

/** Reads what was typed, pasted or filled into cells. */
export function readInputs(
  inputs: readonly CellInput[],
  texts: GridTexts,
  rowAt: (index: number) => GridRow | undefined,
): ReadInputs {
  const result: ReadInputs = { changes: [], refused: [], toAsk: [], reverted: [] }
  const given = new Map<number, Set<string>>()
  for (const { row, column } of inputs) {
    const ofRow = given.get(row) ?? new Set()
    given.set(row, ofRow.add(column.name))
  }
  for (const input of inputs) {
    const { row, column } = input
    const { name } = column
    const text = textOf(input, texts)
    const isPasted = 'text' in input && input.isPasted === true
    if (text === null) result.changes.push({ row, name, value: 'value' in input ? input.value : null })
    else if (column.resolve && text.trim() !== '') {
      texts.noteUnread(name, text)
      const before = rowAt(row)?.values[name] ?? null
      result.toAsk.push({ row, column, text, before, given: given.get(row) ?? new Set(), isPasted })
      result.changes.push({ row, name, value: text })
    } else {
      const parsed = parseCellText(column, text, texts.choicesOf(name))
      if ('reverted' in parsed) {
        // Of a block that was pasted nothing is lost: the cell holds the text, and is judged.
        if (isPasted) result.changes.push({ row, name, value: text })
        else result.reverted.push({ row, column, text })
        continue
      }
      if ('refused' in parsed) {
        texts.noteUnread(name, parsed.value)
        result.refused.push({ row, field: name, message: parsed.refused })
      }
      result.changes.push({ row, name, value: parsed.value })
    }
  }
  return result
}

/** The text that has to be read; null for a value, unless it is a text that was never read. */
function textOf(input: CellInput, texts: GridTexts): string | null {
  if ('text' in input) return input.text
  const { column, value } = input
  return typeof value === 'string' && texts.isUnread(column.name, value) ? value : null
}
