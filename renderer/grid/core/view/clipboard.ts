import { areAlike, type GridColumn } from '../columns.ts'

/**
 * Remembers what was copied out of the grid. The clipboard carries texts, for spreadsheets; a text such as a person's
 * name cannot be turned back into an account, so what comes back unchanged is pasted from memory instead.
 */
export interface CopyMemory {
  keep(
    texts: readonly (readonly string[])[],
    stored: readonly (readonly unknown[])[],
    columns: readonly GridColumn[],
  ): void
  /** Answers a look-up by position in the pasted block, or null when something else is pasted. */
  recall(
    texts: readonly (readonly unknown[])[],
  ): ((row: number, col: number, target: GridColumn) => { value: unknown } | null) | null
}

/** An empty memory; each grid has its own. */
export function createCopyMemory(): CopyMemory {
  let kept: { key: string; stored: readonly (readonly unknown[])[]; columns: readonly GridColumn[] } | null =
    null
  const keyOf = (texts: readonly (readonly unknown[])[]) =>
    // The clipboard of a browser has spaces and line breaks of its own.
    JSON.stringify(
      texts.map((row) =>
        row.map((cell) =>
          String(cell ?? '')
            .replaceAll(/\s+/g, ' ')
            .trim(),
        ),
      ),
    )
  return {
    keep(texts, stored, columns) {
      kept = { key: keyOf(texts), stored, columns }
    },
    recall(texts) {
      if (!kept || keyOf(texts) !== kept.key) return null
      const { stored, columns } = kept
      return (row, col, target) => {
        // Pasted into a larger selection, a block repeats itself.
        const line = stored[row % stored.length]
        const place = line ? col % line.length : 0
        const from = columns[place]
        return line && from && areAlike(from, target) ? { value: line[place] } : null
      }
    },
  }
}
