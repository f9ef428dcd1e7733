import type Handsontable from 'handsontable/base'
import type { GridLook } from '../grid-look.ts'
import type { ViewRow } from './grid-view.types.ts'
import type { GridViewHost } from './view-host.ts'

/** What the files of the view share about one grid. */
export interface ViewContext {
  readonly element: HTMLElement
  readonly host: GridViewHost
  readonly look: GridLook
  /** The rows that are shown; the library holds this very array. */
  readonly rows: ViewRow[]
  /** The library's grid. It calls back while it is being built, when it cannot be asked yet. */
  hot(): Handsontable.Core
  /** Whoever follows a cell on the screen. */
  scrolled: () => void
}

export interface Cell {
  row: number
  col: number
}
