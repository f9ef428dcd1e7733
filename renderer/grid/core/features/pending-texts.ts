import { t } from '#schemas/text/text.ts'
import type { DataClient } from '../../../data/data-client.ts'
import type { GridColumn } from '../columns.ts'
import type { CellMeaning } from '../resolve-texts.ts'
import { shortText } from '../short-text.ts'
import type { PendingCell, PendingEvents, PendingTexts } from './pending-texts.types.ts'

/** One question per column and paste. */
export function createPendingTexts(client: DataClient, events: PendingEvents): PendingTexts {
  /** By row, because thousands may wait and every row is asked for its own. */
  const waiting = new Map<string, Map<string, PendingCell>>()
  const failed = new Map<string, PendingCell>()
  const running = new Set<Promise<void>>()
  let turn = 0
  const release = (cell: PendingCell): void => {
    const ofRow = waiting.get(cell.key)
    ofRow?.delete(id(cell))
    if (ofRow?.size === 0) waiting.delete(cell.key)
  }
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
    for (const cell of cells) release(cell)
    events.settled(
      cells.map((cell) => ({
        cell,
        meaning: meanings.get(cell.text) ?? {
          refused: t('{title}「{text}」不存在', { title: column.title, text: shortText(cell.text) }),
        },
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
      for (const cell of cells) {
        const ofRow = waiting.get(cell.key) ?? new Map<string, PendingCell>()
        waiting.set(cell.key, ofRow.set(id(cell), cell))
      }
      run(cells)
    },
    without({ key, values }) {
      const ofRow = waiting.get(key)
      if (!ofRow) return values
      const result = { ...values }
      for (const { column, text, before } of ofRow.values())
        if (values[column.name] === text) result[column.name] = before
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
