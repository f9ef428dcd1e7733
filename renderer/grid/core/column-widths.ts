/** Widths in px, by widget kind; what a document says (`width`) goes before the default, never below the minimum. */
const DEFAULT_WIDTH = 120
const DEFAULT_WIDTHS: Readonly<Record<string, number>> = { datetime: 200, sel_user: 220, sel_depart: 160 }
const MIN_WIDTHS: Readonly<Record<string, number>> = {
  date: 135,
  datetime: 190,
  sel_user: 190,
  sel_depart: 190,
}
/** Part of the box that is divided among columns without a width of their own. */
const SHARE = 0.92

/** Narrowest and first width of a column of this kind. */
export function widthsOf(kind: string): { min: number; initial: number | null } {
  return { min: MIN_WIDTHS[kind] ?? 0, initial: DEFAULT_WIDTHS[kind] ?? null }
}

interface Sized {
  /** What the document asks for. */
  width: number | null
  view: string
}

/**
 * Widths of the columns in a box of `available` px (0 while it is not known). Columns without a width share 92% of the
 * box, but none gets narrower than 120 px: a grid with many columns scrolls. What is left over is spread, so that a
 * grid with few columns fills its box.
 */
export function layoutWidths(columns: readonly Sized[], available: number): number[] {
  const share = Math.floor((available * SHARE) / Math.max(columns.length, 1))
  const widths = columns.map(({ width, view }) => {
    const { min, initial } = widthsOf(view)
    return Math.max(min, width ?? initial ?? Math.max(DEFAULT_WIDTH, share))
  })
  const elastic = columns.flatMap(({ width }, index) => (width === null ? [index] : []))
  const rest = available - widths.reduce((sum, width) => sum + width, 0)
  if (rest <= 0) return widths
  const targets = elastic.length > 0 ? elastic : widths.map((_, index) => index)
  for (const [place, index] of targets.entries()) {
    // The last one takes what rounding left, so that the sum is exact.
    const base = Math.floor(rest / targets.length)
    const extra = place === targets.length - 1 ? rest - base * targets.length : 0
    widths[index] = (widths[index] ?? 0) + base + extra
  }
  return widths
}
