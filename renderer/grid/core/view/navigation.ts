import type { Move } from './grid-view.types.ts'
import type { Cell, ViewContext } from './view-context.ts'

/** Between choosing a cell and the input taking the focus; shorter than a hand is from one key to the next. */
export const REFOCUS_MS = 10

/** How the selection moves. */
export interface Navigation {
  select(row: number, column: number): void
  /** Moves from a cell; going on behind the last one begins a row. */
  leave(row: number, column: number, move: Move): void
  /** Handles a key that is not the library's; answers whether it has. */
  onKey(event: KeyboardEvent): boolean
}

/** The moves of a grid. */
export function createNavigation({ element, host, rows, hot }: ViewContext): Navigation {
  /** The cell that is selected, where it is one. */
  const onlyCell = (): Cell | null => {
    const range = hot().getSelectedRangeLast()
    const { row, col } = range?.highlight ?? {}
    if (range?.getWidth() !== 1 || range.getHeight() !== 1) return null
    return typeof row === 'number' && row >= 0 && typeof col === 'number' && col >= 0 ? { row, col } : null
  }
  const isLastCell = ({ row, col }: Cell): boolean =>
    row === rows.length - 1 && col === host.columns().length - 1
  /** Enter in a cell that has nothing to edit goes on to the next. */
  const passSwitch = ({ row, col }: Cell, back: boolean): boolean => {
    if (host.columns()[col]?.editor !== 'checkbox') return false
    hot().selectCell(Math.min(Math.max(row + (back ? -1 : 1), 0), rows.length - 1), col)
    return true
  }
  const appendRow = (): boolean => {
    // What was typed in the last cell is part of what decides.
    hot().getActiveEditor()?.finishEditing(false)
    if (!host.mayAppend()) return false
    host.onInsert(rows.length)
    return true
  }
  const select = (row: number, column: number): void => {
    hot().selectCell(row, column)
    hot().listen()
    // A press on a button outside (新增, 保存) reaches the library after its handler has run, and takes the keyboard away.
    setTimeout(() => {
      if (hot().isDestroyed || !element.contains(document.activeElement)) return
      hot().getFocusScopeManager().activateScope('grid')
      hot().listen()
    })
  }

  return {
    select,
    leave(row, column, move) {
      if (move === 'right' && isLastCell({ row, col: column }) && appendRow()) return
      // Counted through the lines, as Tab goes.
      const wide = host.columns().length
      const along = (by: number): [number, number] => {
        const place = row * wide + column + by
        return place < 0 || place >= rows.length * wide
          ? [row, column]
          : [Math.floor(place / wide), place % wide]
      }
      const [toRow, toColumn] = {
        stay: () => [row, column] as const,
        down: () => [Math.min(row + 1, rows.length - 1), column] as const,
        right: () => along(1),
        left: () => along(-1),
      }[move]()
      select(toRow, toColumn)
    },
    onKey(event) {
      const cell = onlyCell()
      if (!cell || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
      if (event.key === 'Enter') return passSwitch(cell, event.shiftKey)
      return event.key === 'Tab' && !event.shiftKey && isLastCell(cell) && appendRow()
    },
  }
}

/**
 * The input of a chosen cell takes the focus at once: the library selects its text a moment later even when typing has
 * begun by then, and the first letter was lost.
 */
export function focusInputEarly({ hot }: ViewContext): void {
  const focus = hot().getFocusManager()
  focus.setRefocusDelay(REFOCUS_MS)
  focus.setRefocusElementGetter(() => {
    const editor = hot().getActiveEditor() as
      | { isOpened(): boolean; TEXTAREA?: HTMLTextAreaElement }
      | undefined
    // The library's own default getter answers undefined as well, which its declaration does not say.
    return (editor && !editor.isOpened() ? editor.TEXTAREA : undefined) as HTMLTextAreaElement
  })
}

/** Undo and redo are the rows' own, not the library's. */
export function addShortcuts({ host, hot }: ViewContext): void {
  hot()
    .getShortcutManager()
    .getContext('grid')
    ?.addShortcuts(
      [
        { keys: [['Control/Meta', 'z']], callback: () => host.onUndo() },
        {
          keys: [
            ['Control/Meta', 'y'],
            ['Control/Meta', 'Shift', 'z'],
          ],
          callback: () => host.onRedo(),
        },
      ].map((shortcut) => ({ ...shortcut, group: 'rows' })),
    )
}
