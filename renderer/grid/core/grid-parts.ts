import type { CompiledForm } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import type { GridColumn } from './columns.ts'
import { type CellParts, createCellParts } from './features/cell-parts.ts'
import { USUAL_LOOKS } from './features/column-looks.ts'
import { createGridErrors } from './features/errors.ts'
import type { ErrorMap, GridErrors } from './features/errors.types.ts'
import { createFieldSessions } from './features/field-session.ts'
import type { FieldSessions } from './features/field-session.types.ts'
import { createOthers, type GridOthers } from './features/others.ts'
import { createReloadedRows, type ReloadedRows } from './features/reloaded-rows.ts'
import { NO_LIMITS, type RowLimits } from './features/row-limits.ts'
import { createSelection } from './features/selection.ts'
import type { GridSelection } from './features/selection.types.ts'
import { createTexts } from './features/texts.ts'
import type { GridTexts } from './features/texts.types.ts'
import type { GridColumns } from './grid-columns.types.ts'
import type { ControllerOptions, GridState } from './grid-controller.types.ts'
import type { GridFilter } from './grid-filter.types.ts'
import type { FoundMark } from './grid-find.types.ts'
import type { RowSource } from './row-source.types.ts'
import { createSeenRows } from './seen-rows.ts'
import type { SeenRows } from './seen-rows.types.ts'
import type { GridView } from './view/grid-view.types.ts'

/** What is told to React, and who listens. */
export interface GridStateStore {
  get(): GridState
  set(change: Partial<GridState>): void
  subscribe(listener: () => void): () => void
}

/** The parts of one grid: each knows its own subject, `grid-changes.ts` and `grid-host.ts` join them. */
export interface GridParts {
  readonly form: CompiledForm
  /** What the rules see besides a row. */
  readonly context: () => RuleContext
  readonly source: RowSource
  readonly texts: GridTexts
  readonly errors: GridErrors
  readonly selection: GridSelection
  readonly sessions: FieldSessions
  /** Cells that React draws. */
  readonly cellParts: CellParts
  readonly state: GridStateStore
  readonly limits: RowLimits
  readonly reloaded: ReloadedRows
  /** Who else is in these rows. */
  readonly others: GridOthers
  /** Every column that the document has. */
  readonly columns: readonly GridColumn[]
  /** Columns that the user's rights leave, and those of them that are seen. */
  allowed: readonly GridColumn[]
  shown: readonly GridColumn[]
  disabled: boolean
  mayAdd: boolean
  mayRemove: boolean
  /** What was found wrong last. */
  found: ErrorMap
  /** Cells that were found by their texts. */
  hits: ReadonlyMap<string, FoundMark>
  readonly seen: SeenRows
  view: GridView | null
  removeAsked: () => void
  /** How the user sees the columns; there as soon as the parts are joined. */
  looks: GridColumns | null
  /** Which rows they see; there as soon as the parts are joined. */
  filter: GridFilter | null
}

/** The parts of a grid that has no element yet. */
export function createGridParts(options: ControllerOptions): GridParts {
  const { form, columns, source, now, context, look, limits = NO_LIMITS } = options
  const state = createState(look.rowHeight)
  const parts: GridParts = {
    form,
    context,
    source,
    texts: createTexts(columns),
    errors: createGridErrors(columns, createRowValidator(form), context),
    selection: createSelection({ single: look.rowHeaders.includes('row-radio'), may: limits.mayRemove }),
    limits,
    reloaded: createReloadedRows(columns, () => parts.view?.repaint()),
    // A field that begins is drawn at once; one that ends may wait for the next painting.
    sessions: createFieldSessions((session) =>
      session ? now(() => state.set({ session })) : state.set({ session }),
    ),
    cellParts: createCellParts(),
    state,
    others: createOthers(),
    columns,
    allowed: columns,
    shown: columns,
    disabled: false,
    mayAdd: true,
    mayRemove: true,
    found: new Map(),
    hits: new Map(),
    seen: createSeenRows(source),
    view: null,
    removeAsked: () => {},
    looks: null,
    filter: null,
  }
  return parts
}

function createState(rowHeight: number): GridStateStore {
  const listeners = new Set<() => void>()
  let state: GridState = {
    disabled: false,
    rowHeight,
    rowCount: 0,
    seenCount: 0,
    checkedCount: 0,
    errors: [],
    selectedRow: null,
    marked: null,
    session: null,
    finding: null,
    findings: 0,
    looks: USUAL_LOOKS,
    columnMenu: null,
    filters: new Map(),
    textless: new Map(),
  }
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
