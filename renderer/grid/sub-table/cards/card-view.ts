import type { GridView } from '../../core/view/grid-view.types.ts'
import type { GridViewHost } from '../../core/view/view-host.ts'

/** What the cards are told from outside of React. */
export interface CardEvents {
  /** A row is to be seen, which may stand behind those that are drawn. */
  onReveal(row: number): void
  /** Something changed that is no state of the grid. */
  onRepaint(): void
}

/** Rows drawn as cards, to the controller of a grid: what is selected there is opened here, as a form of its own. */
export function createCardView(host: GridViewHost, { onReveal, onRepaint }: CardEvents): GridView {
  let last: { row: number; column: number } | null = null
  const nothing = () => {}
  return {
    show: nothing,
    repaint: onRepaint,
    fit: nothing,
    relayout: nothing,
    heading: () => null,
    commit: () => void host.closeField(true),
    cancel: () => host.closeField(false),
    isEditing: () => false,
    // What a form holds is in its session.
    typed: () => null,
    select(row, at) {
      const columns = host.columns()
      const column = columns[at] ?? columns[0]
      if (!column) return
      last = { row, column: columns.indexOf(column) }
      onReveal(row)
      host.openField(row, column)
    },
    selected: () => last,
    scrollTo: onReveal,
    toEnd: nothing,
    reveal: onReveal,
    leave: nothing,
    paste: nothing,
    cell: () => null,
    setColors: nothing,
    onScroll: nothing,
  }
}
