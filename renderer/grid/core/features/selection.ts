import type { GridSelection } from './selection.types.ts'

/** No row is ticked. */
export function createSelection(): GridSelection {
  const ticked = new Set<string>()
  return {
    has: (key) => ticked.has(key),
    count: () => ticked.size,
    keys: () => [...ticked],
    among: (rows) => (ticked.size === 0 ? 'none' : ticked.size === rows.length ? 'all' : 'some'),
    tick(key, on) {
      if (on) ticked.add(key)
      else ticked.delete(key)
    },
    only(rows) {
      ticked.clear()
      for (const { key } of rows) ticked.add(key)
    },
    keep(rows) {
      if (ticked.size === 0) return
      const present = new Set(rows.map(({ key }) => key))
      for (const key of ticked) if (!present.has(key)) ticked.delete(key)
    },
  }
}
