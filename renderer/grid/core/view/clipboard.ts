import type { GridColumn } from '../columns.ts'

/**
 * Remembers what was copied out of the grid. The clipboard carries texts, for spreadsheets; a text such as a person's
 * name cannot be turned back into an account, so what comes back unchanged is pasted from memory instead.
 */
export interface CopyMemory {
  keep(
    texts: readonly (readonly string[])[],
    stored: readonly (readonly unknown[])[],
    names: readonly string[],
  ): void
  /** Answers a look-up by position in the pasted block, or null when something else is pasted. */
  recall(
    texts: readonly (readonly unknown[])[],
  ): ((row: number, col: number, target: GridColumn) => { value: unknown } | null) | null
}

/** An empty memory; each grid has its own. */
export function createCopyMemory(): CopyMemory {
  let kept: { key: string; stored: readonly (readonly unknown[])[]; names: readonly string[] } | null = null
  const keyOf = (texts: readonly (readonly unknown[])[]) =>
    JSON.stringify(texts.map((row) => row.map((cell) => String(cell ?? '').trim())))
  return {
    keep(texts, stored, names) {
      kept = { key: keyOf(texts), stored, names }
    },
    recall(texts) {
      if (!kept || keyOf(texts) !== kept.key) return null
      const { stored, names } = kept
      return (row, col, target) => {
        // Pasted into a larger selection, a block repeats itself.
        const line = stored[row % stored.length]
        const place = line ? col % line.length : 0
        return line && names[place] === target.name ? { value: line[place] } : null
      }
    },
  }
}
