import { type ColumnLooks, seenColumns } from './features/column-looks.ts'
import type { GridColumns } from './grid-columns.types.ts'
import type { GridEvents } from './grid-controller.types.ts'
import type { GridParts } from './grid-parts.ts'

/** The columns of a grid with these parts. */
export function createGridColumns(parts: GridParts, events: () => GridEvents): GridColumns {
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
  const columns: GridColumns = {
    looks,
    begin(next) {
      state.set({ looks: next })
      draw()
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
    resize: (name, px) => change({ widths: { ...looks().widths, [name]: px } }),
    openMenu: (columnMenu) => state.set({ columnMenu }),
  }
  parts.looks = columns
  return columns
}
