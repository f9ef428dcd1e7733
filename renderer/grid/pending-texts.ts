import type { Row } from '#schemas/compile/model.ts'
import type { DataClient } from '../data/data-client.ts'
import type { GridColumn } from './columns.ts'
import type { CellMeaning } from './resolve-texts.ts'

/** A cell whose text is being looked up. */
export interface PendingCell {
  key: string
  column: GridColumn
  text: string
  /** What the cell held before. */
  before: unknown
  /** Columns of the same row that were given a text along with this one. */
  given: ReadonlySet<string>
}

export interface PendingEvents {
  /** The meaning of a cell is known. */
  settled(cells: readonly { cell: PendingCell; meaning: CellMeaning }[]): void
  /** The source could not be asked; the cells stay pending and `retry` asks again. */
  failed(cells: readonly PendingCell[], reason: string): void
}

/** Texts whose meaning the server is asked for: nothing is saved before it has answered. */
export interface PendingTexts {
  ask(cells: readonly PendingCell[]): void
  any(): boolean
  /** A row as it was before the texts that still wait. */
  without(key: string, row: Row): Row
  /** Asks again what failed and waits for every answer. */
  settle(): Promise<void>
  forget(): void
}

/** One question per column and paste. */
export function createPendingTexts(client: DataClient, events: PendingEvents): PendingTexts {
  const waiting = new Map<string, PendingCell>()
  const failed = new Map<string, PendingCell>()
  const running = new Set<Promise<void>>()
  let turn = 0
  const id = ({ key, column, text }: PendingCell) => JSON.stringify([key, column.name, text])

  const askColumn = async (column: GridColumn, cells: readonly PendingCell[]): Promise<void> => {
    const asked = turn
    let meanings: ReadonlyMap<string, CellMeaning>
    try {
      meanings = (await column.resolve?.([...new Set(cells.map(({ text }) => text))], client)) ?? new Map()
    } catch (error) {
      if (asked !== turn) return
      for (const cell of cells) failed.set(id(cell), cell)
      events.failed(cells, error instanceof Error ? error.message : String(error))
      return
    }
    if (asked !== turn) return
    for (const cell of cells) waiting.delete(id(cell))
    events.settled(
      cells.map((cell) => ({
        cell,
        meaning: meanings.get(cell.text) ?? { refused: `${column.title}「${cell.text}」不存在` },
      })),
    )
  }
  const run = (cells: readonly PendingCell[]): void => {
    for (const column of new Set(cells.map((cell) => cell.column))) {
      const ofColumn = cells.filter((cell) => cell.column === column)
      const one = askColumn(column, ofColumn).finally(() => running.delete(one))
      running.add(one)
    }
  }

  return {
    ask(cells) {
      for (const cell of cells) waiting.set(id(cell), cell)
      run(cells)
    },
    any: () => waiting.size > 0,
    without(key, row) {
      const result = { ...row }
      for (const cell of waiting.values())
        if (cell.key === key && row[cell.column.name] === cell.text) result[cell.column.name] = cell.before
      return result
    },
    async settle() {
      const again = [...failed.values()]
      failed.clear()
      run(again)
      while (running.size > 0) await Promise.all(running)
    },
    forget() {
      turn++
      waiting.clear()
      failed.clear()
    },
  }
}
