import type { GridRow } from '../row-source.types.ts'
import type { GridSelection } from './selection.types.ts'

interface SelectionKind {
  /** At most one row is chosen. */
  single?: boolean
  /** Rows that may not be selected never are. */
  may?(row: GridRow): boolean
}

/** No row is selected. */
export function createSelection({ single = false, may = () => true }: SelectionKind = {}): GridSelection {
  const ticked = new Set<string>()
  return {
    may,
    has: (key) => ticked.has(key),
    count: () => ticked.size,
    keys: () => [...ticked],
    among(rows) {
      if (ticked.size === 0) return 'none'
      return rows.every((row) => ticked.has(row.key) || !may(row)) ? 'all' : 'some'
    },
    tick(row, on) {
      if (!on) ticked.delete(row.key)
      else if (may(row)) {
        if (single) ticked.clear()
        ticked.add(row.key)
      }
    },
    only(rows) {
      ticked.clear()
      const takes = rows.filter(may)
      for (const { key } of single ? takes.slice(0, 1) : takes) ticked.add(key)
    },
    keep(rows) {
      if (ticked.size === 0) return
      const present = new Set(rows.map(({ key }) => key))
      for (const key of ticked) if (!present.has(key)) ticked.delete(key)
    },
  }
}
