import { followOrder } from './features/sight-order.ts'
import type { GridRow, RowSource } from './row-source.types.ts'
import type { SeenRows } from './seen-rows.types.ts'
import type { GridView } from './view/grid-view.types.ts'

/** The rows of a source as they are seen: first all of them in its own order. */
export function createSeenRows(source: RowSource): SeenRows {
  let keys: readonly string[] | null = null
  let hidden: ReadonlySet<string> | null = null
  let known: {
    of: readonly GridRow[]
    order: readonly number[]
    places: ReadonlyMap<number, number>
  } | null = null
  let listed: { of: unknown; rows: readonly GridRow[] } | null = null
  const isWhole = () => keys === null && hidden === null
  const now = () => {
    const rows = source.rows()
    if (known?.of !== rows) {
      const all = keys ? followOrder(keys, rows) : [...rows.keys()]
      const order = isWhole() ? [] : all.filter((at) => !hidden?.has(rows[at]?.key ?? ''))
      known = { of: rows, order, places: new Map(order.map((at, place) => [at, place])) }
    }
    return known
  }
  return {
    isSorted: () => keys !== null,
    isWhole,
    follow(next) {
      keys = next
      known = null
    },
    hide(next) {
      hidden = next
      known = null
    },
    isSeen: (at) => hidden === null || !hidden.has(source.rows()[at]?.key ?? ''),
    sourceOf(place) {
      if (isWhole()) return place
      const { order, of } = now()
      return order[place] ?? of.length + place - order.length
    },
    placeOf(at) {
      if (isWhole()) return at
      const { order, places } = now()
      return places.get(at) ?? order.length + at
    },
    insertAt(place) {
      if (isWhole()) return place
      const { order, of } = now()
      if (place >= order.length) return of.length
      return place === 0 ? 0 : (order[place - 1] ?? 0) + 1
    },
    list: (rows) => (isWhole() ? rows : now().order.flatMap((at) => rows[at] ?? [])),
    rows() {
      if (isWhole()) return source.rows()
      const of = now()
      if (listed?.of !== of) listed = { of, rows: of.order.flatMap((at) => of.of[at] ?? []) }
      return listed.rows
    },
  }
}

/** A view that is asked with places in the source. */
export function viewOfSource(view: GridView, seen: SeenRows): GridView {
  const { placeOf, sourceOf } = seen
  return {
    ...view,
    show: (rows) => view.show(seen.list(rows)),
    typed(columns) {
      const typed = view.typed(columns)
      return typed && { ...typed, row: sourceOf(typed.row) }
    },
    select: (row, column) => view.select(placeOf(row), column),
    selected() {
      const at = view.selected()
      return at && { ...at, row: sourceOf(at.row) }
    },
    scrollTo: (row, column) => view.scrollTo(placeOf(row), column),
    reveal: (row) => view.reveal(placeOf(row)),
    leave: (row, column, move) => view.leave(placeOf(row), column, move),
    cell: (row, column) => view.cell(placeOf(row), column),
  }
}
