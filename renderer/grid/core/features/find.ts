/** What is looked for in cells. */
export interface FindQuery {
  text: string
  /** The cell is this text, and not only has it. */
  whole: boolean
  matchCase: boolean
}

/** Finds the text of a query in texts of cells; nothing is found by an empty one. */
export interface Finder {
  isIn(text: string): boolean
  /** The text with every place replaced. */
  replaced(text: string, by: string): string
}

/** The finder of a query. */
export function createFinder({ text, whole, matchCase }: FindQuery): Finder {
  const escaped = text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')
  const source = whole ? `^${escaped}$` : escaped
  const flags = matchCase ? 'u' : 'iu'
  const once = text === '' ? null : new RegExp(source, flags)
  const each = text === '' ? null : new RegExp(source, `g${flags}`)
  return {
    isIn: (cell) => once?.test(cell) === true,
    // A function: in a text `$&` would mean what was found.
    replaced: (cell, by) => (each ? cell.replace(each, () => by) : cell),
  }
}
