/** Cells of a clipboard, line by line, all lines as wide. */
export interface Block {
  readonly lines: readonly (readonly string[])[]
  readonly width: number
}

/** What the clipboard holds as texts: line breaks of every system are one, the cells behind the first of a merged one empty. */
export function blockOf(cells: readonly (readonly unknown[])[]): Block {
  const width = Math.max(1, ...cells.map((line) => line.length))
  const last = cells.at(-1)
  // A spreadsheet ends its block with a line break: what follows it is one empty cell.
  const isEnded = cells.length > 1 && last?.length === 1 && textOf(last[0]) === ''
  const lines = (isEnded ? cells.slice(0, -1) : cells).map((line) =>
    Array.from({ length: width }, (_, at) => textOf(line[at])),
  )
  return { lines, width }
}

function textOf(cell: unknown): string {
  return String(cell ?? '').replaceAll(/ *\r?\n */g, '\n')
}

/** How many cells are pasted in one direction: a block repeats itself where the selection is so many times as long. */
export function reachOf(block: number, selected: number): number {
  return selected > block && selected % block === 0 ? selected : block
}
