import { shownLength } from '../kit/ShortText.tsx'

/** A field with its value, as it stands on paper. */
export interface PrintCell {
  title: string
  text: string
  pictures: readonly { name: string; src: string }[]
  wide: boolean
}

/** Columns of a table; its rows are items of their own. */
export interface PrintTable {
  columns: readonly { title: string; width: number; align: 'left' | 'right' | 'center' }[]
}

export type PrintAlign = 'left' | 'center' | 'right'

/** What stands on pages, from above: the smallest parts that a page may end between. */
export type PrintItem =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; align: PrintAlign; size: number; bold: boolean }
  | { kind: 'fields'; columns: number; cells: readonly PrintCell[] }
  | { kind: 'row'; table: PrintTable; texts: readonly string[]; isTotal: boolean }
  | { kind: 'qr'; value: string; size: number; align: PrintAlign }

/** What is told by its own page numbers: a record, or a list. */
export interface PrintPart {
  key: string
  items: readonly PrintItem[]
  header: PrintLine
  footer: PrintLine
}

/** Texts at the left, in the middle and at the right; page numbers are filled in once they are known. */
export interface PrintLine {
  left?: string | undefined
  center?: string | undefined
  right?: string | undefined
}

/** Fields in lines of so many; a wide one stands in a line of its own. */
export function fieldLines(cells: readonly PrintCell[], columns: number): PrintItem[] {
  const lines: PrintCell[][] = []
  let open: PrintCell[] | null = null
  for (const cell of cells) {
    if (cell.wide || !open || open.length === columns) {
      open = []
      lines.push(open)
    }
    open.push(cell)
    if (cell.wide) open = null
  }
  return lines.map((line) => ({ kind: 'fields', columns, cells: line }))
}

/** Whether an item must not stand last on a page before the next one. */
export function staysWithNext(item: PrintItem, next: PrintItem | undefined): boolean {
  return item.kind === 'heading' || (next?.kind === 'row' && next.isTotal)
}

/** Longest text of an item that is halved no further (characters). */
const SHORT = 8

/** An item that is higher than a page as two that follow each other, the first with about so much of it; itself where it has no long text. */
export function splitItem(item: PrintItem, part: number): PrintItem[] {
  const cut = (text: string) => {
    const at = text.length <= SHORT ? text.length : Math.max(1, Math.floor(text.length * part))
    return [text.slice(0, at), text.slice(at)] as const
  }
  if (item.kind === 'text' || item.kind === 'heading') {
    const [first, rest] = cut(item.text)
    return rest === ''
      ? [item]
      : [
          { ...item, text: first },
          { ...item, text: rest },
        ]
  }
  if (item.kind === 'row') {
    const texts = item.texts.map(cut)
    return texts.every(([, rest]) => rest === '')
      ? [item]
      : [
          { ...item, texts: texts.map(([first]) => first) },
          { ...item, texts: texts.map(([, rest]) => rest) },
        ]
  }
  if (item.kind === 'fields') {
    const texts = item.cells.map(({ text }) => cut(text))
    return texts.every(([, rest]) => rest === '')
      ? [item]
      : [
          { ...item, cells: item.cells.map((cell, at) => ({ ...cell, text: texts[at]?.[0] ?? '' })) },
          {
            ...item,
            cells: item.cells.map((cell, at) => ({ ...cell, text: texts[at]?.[1] ?? '', pictures: [] })),
          },
        ]
  }
  return [item]
}

const [NARROWEST, WIDEST] = [12, 34]
/** A Latin letter, and what stands beside the letters of a cell (mm). */
const [LETTER, BESIDE] = [1.8, 3]
/** Of so many rows is looked how long their texts are. */
const LOOKED_AT = 200

/** How wide a column is where nobody says so (mm): as its longer texts need, within limits. */
export function usualWidth(title: string, texts: readonly string[]): number {
  const lengths = texts
    .slice(0, LOOKED_AT)
    .map(shownLength)
    .toSorted((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0
  return Math.min(WIDEST, Math.max(NARROWEST, Math.max(shownLength(title), usual) * LETTER + BESIDE))
}
