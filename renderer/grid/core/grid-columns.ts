import { type ColumnLooks, seenColumns } from './features/column-looks.ts'
import { sortedKeys } from './features/sight-order.ts'
import type { GridColumns } from './grid-columns.types.ts'
import type { GridEvents } from './grid-controller.types.ts'
import type { GridParts } from './grid-parts.ts'
import { sortedBy } from './row-sayings.ts'

/** The columns of a grid with these parts. */
export function createGridColumns(
  parts: GridParts,
  events: () => GridEvents,
  refresh: () => void,
): GridColumns {
  const { state } = parts
  const looks = () => state.get().looks
  /** Draws other columns; answers whether they are other ones. */
  const draw = (): boolean => {
    const next = seenColumns(parts.allowed, looks())
    const before = parts.shown
    if (next.length === before.length && next.every((column, at) => column === before[at])) return false
    // What is being typed may stand in one that goes.
    parts.sessions.pressed(false)
    parts.view?.commit()
    parts.shown = next
    state.set({ selectedRow: null, marked: null })
    parts.view?.relayout()
    return true
  }
  const change = (part: Partial<ColumnLooks>): void => {
    const next = { ...looks(), ...part }
    state.set({ looks: next, columnMenu: null })
    if (!draw()) parts.view?.fit()
    events().onLooks?.(next)
  }
  const resort = (): void => {
    const { sort } = looks()
    const column = sort && parts.allowed.find(({ name }) => name === sort.name)
    parts.seen.follow(
      column ? sortedKeys(parts.source.rows(), sortedBy(parts, column), sort.descending) : null,
    )
  }
  const columns: GridColumns = {
    looks,
    begin(next) {
      state.set({ looks: next })
      draw()
      if (!next.sort && !parts.seen.isSorted()) return
      resort()
      refresh()
    },
    allow(columns) {
      parts.allowed = columns
      draw()
    },
    hide: (name) => change({ hidden: [...looks().hidden, name] }),
    show(name) {
      if (looks().hidden.includes(name)) change({ hidden: looks().hidden.filter((one) => one !== name) })
    },
    showAll: () => change({ hidden: [] }),
    freeze: (frozen) => change({ frozen }),
    sort(sort) {
      parts.sessions.pressed(false)
      parts.view?.commit()
      change({ sort })
      resort()
      state.set({ marked: null })
      refresh()
    },
    resort,
    resize: (name, px) => change({ widths: { ...looks().widths, [name]: px } }),
    openMenu: (columnMenu) => state.set({ columnMenu }),
  }
  parts.looks = columns
  return columns
}
