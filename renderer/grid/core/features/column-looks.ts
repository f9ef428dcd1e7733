import type { Sort } from './sight-order.ts'

/** How one user sees the columns of a grid. */
export interface ColumnLooks {
  /** By column, px. */
  widths: Readonly<Record<string, number>>
  hidden: readonly string[]
  /** This column and those before it stay in sight while the others scroll. */
  frozen: string | null
  /** In which order rows are seen; null for their own. */
  sort: Sort | null
}

export const USUAL_LOOKS: ColumnLooks = { widths: {}, hidden: [], frozen: null, sort: null }
const MOST_PX = 2000

/** Looks as they were kept; what cannot be read is as usual. */
export function readLooks(kept: string | null): ColumnLooks {
  try {
    const { widths, hidden, frozen, sort } = Object(JSON.parse(kept ?? '{}')) as Record<string, unknown>
    return {
      widths: Object.fromEntries(Object.entries(Object(widths)).filter(isWidth)),
      hidden: Array.isArray(hidden) ? hidden.filter((name) => typeof name === 'string') : [],
      frozen: typeof frozen === 'string' ? frozen : null,
      sort: sortOf(sort),
    }
  } catch {
    return USUAL_LOOKS
  }
}

function sortOf(kept: unknown): Sort | null {
  // A function, which a list would give under this name, has a name too.
  const { name, descending } = Object(typeof kept === 'object' ? kept : null) as Record<string, unknown>
  return typeof name === 'string' ? { name, descending: descending === true } : null
}

function isWidth(entry: [string, unknown]): entry is [string, number] {
  const [, px] = entry
  return typeof px === 'number' && px > 0 && px <= MOST_PX
}

interface Named {
  name: string
}

/** The columns that are not hidden; all of them where none would be left. */
export function seenColumns<Column extends Named>(
  columns: readonly Column[],
  { hidden }: ColumnLooks,
): readonly Column[] {
  const seen = columns.filter(({ name }) => !hidden.includes(name))
  return seen.length > 0 && seen.length < columns.length ? seen : columns
}

/** How many columns stay in sight at the left, as far as they leave room for the others. */
export function frozenCount(
  columns: readonly Named[],
  { frozen }: ColumnLooks,
  widths: readonly number[],
  room: number,
): number {
  const wanted = columns.findIndex(({ name }) => name === frozen) + 1
  let count = 0
  for (let taken = 0; count < wanted; count++) {
    taken += widths[count] ?? 0
    // A box that was not measured yet has no width.
    if (room > 0 && taken > room) return count
  }
  return count
}
