import { filterChoices, passes, type RowFilter } from './features/row-filter.ts'
import type { GridChanges } from './grid-changes.ts'
import type { GridEvents } from './grid-controller.types.ts'
import type { GridFilter } from './grid-filter.types.ts'
import type { GridParts } from './grid-parts.ts'
import { measureOf, operandOf, sayingOf } from './row-sayings.ts'
import type { GridRow } from './row-source.types.ts'

type Filters = ReadonlyMap<string, RowFilter>

/** The filters of a grid with these parts. */
export function createGridFilter(
  parts: GridParts,
  { scan, refresh }: GridChanges,
  events: () => GridEvents,
): GridFilter {
  const { source, seen, selection, sessions, state } = parts
  /** The rows that were filtered last. */
  let known: ReadonlySet<string> = new Set()
  const columnOf = (name: string) => parts.allowed.find((column) => column.name === name)
  const rowsBy = (filters: Filters): readonly GridRow[] => {
    const asked = [...filters].flatMap(([name, filter]) => {
      const column = columnOf(name)
      return column ? [{ filter, saying: sayingOf(parts, column) }] : []
    })
    return source.rows().filter((row) => asked.every(({ filter, saying }) => passes(filter, saying(row))))
  }
  const hide = (filters: Filters): void => {
    state.set({ filters, columnMenu: null, selectedRow: null, marked: null })
    if (filters.size === 0) seen.hide(null)
    else {
      // Rows are filtered by the texts that came with them.
      scan.finish()
      const left = new Set(rowsBy(filters).map(({ key }) => key))
      known = new Set(source.rows().map(({ key }) => key))
      seen.hide(new Set([...known].filter((key) => !left.has(key))))
    }
    // What is ticked is what is seen.
    selection.keep(seen.rows())
    refresh()
  }
  const apply = (filters: Filters): void => {
    sessions.pressed(false)
    parts.view?.commit()
    const at = parts.view?.selected()
    hide(filters)
    if (at && seen.rows().length > 0)
      parts.view?.select(seen.isSeen(at.row) ? at.row : seen.sourceOf(0), at.column)
  }
  const without = (name: string): Map<string, RowFilter> => {
    const others = new Map(state.get().filters)
    others.delete(name)
    return others
  }

  const filter: GridFilter = {
    choices(name) {
      const column = columnOf(name)
      if (!column) return []
      scan.finish()
      return filterChoices(rowsBy(without(name)).map(sayingOf(parts, column)))
    },
    measure(name) {
      const column = columnOf(name)
      return column ? measureOf(column) : 'text'
    },
    read(name, text) {
      const column = columnOf(name)
      return column ? operandOf(parts, column, text) : null
    },
    set(name, next) {
      const filters = without(name)
      if (next) filters.set(name, next)
      apply(filters)
    },
    clear: () => apply(new Map()),
    again: () => apply(state.get().filters),
    renew() {
      const { filters } = state.get()
      if (filters.size === 0) return
      hide(source.rows().some(({ key }) => known.has(key)) ? filters : new Map())
    },
    allow() {
      const { filters } = state.get()
      const left = new Map([...filters].filter(([name]) => columnOf(name)))
      if (left.size < filters.size) hide(left)
    },
    reveal(at) {
      if (seen.isSeen(at)) return
      apply(new Map())
      events().onUnfiltered?.()
    },
  }
  parts.filter = filter
  return filter
}
