import type { Row } from '#schemas/compile/model.ts'
import type { GridColumn } from '../columns.ts'

/** A cell that React draws: its place in the element of the cell. */
export interface CellPart {
  readonly key: number
  readonly element: HTMLElement
  readonly row: number
  readonly column: GridColumn
  readonly values: Readonly<Row>
  readonly disabled: boolean
}

/**
 * The cells of a grid that React draws. They all belong to one tree: cells that scroll out of sight leave their elements to others,
 * so that there are never more parts than cells in sight.
 */
export interface CellParts {
  get(): readonly CellPart[]
  subscribe(listener: () => void): () => void
  /** Draws a part in the element of a cell. */
  show(td: HTMLElement, part: Omit<CellPart, 'key' | 'element'>): void
  /** A painting has ended: what is no longer in the page is taken away, and listeners hear what is new. */
  settle(): void
}

const CLASS = 'data-grid-part'

/** The parts of a grid in which nothing is drawn yet. */
export function createCellParts(): CellParts {
  const listeners = new Set<() => void>()
  const shown = new Map<HTMLElement, CellPart>()
  let told: readonly CellPart[] = []
  let nextKey = 1
  let differs = false

  return {
    get: () => told,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show(td, part) {
      const element = placeIn(td)
      const known = shown.get(element)
      const isSame =
        known?.row === part.row &&
        known.column === part.column &&
        known.values === part.values &&
        known.disabled === part.disabled
      if (isSame) return
      shown.set(element, { ...part, element, key: known?.key ?? nextKey++ })
      differs = true
    },
    settle() {
      for (const element of shown.keys())
        if (!element.isConnected) {
          shown.delete(element)
          differs = true
        }
      if (!differs) return
      differs = false
      told = [...shown.values()]
      for (const listener of listeners) listener()
    },
  }
}

/** The place of a part, made once for each element of a cell. */
function placeIn(td: HTMLElement): HTMLElement {
  const { firstElementChild: first } = td
  if (first instanceof HTMLElement && first.className === CLASS && td.childNodes.length === 1) return first
  const place = document.createElement('div')
  place.className = CLASS
  // A button of the part is pressed with these keys; the grid would begin to edit or move on.
  place.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
  })
  td.replaceChildren(place)
  return place
}
