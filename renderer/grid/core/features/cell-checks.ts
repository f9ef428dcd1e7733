import type { Field } from '#schemas/compile/model.ts'
import type { DataClient } from '../../../data/data-client.ts'
import type { GridRow } from '../row-source.types.ts'
import { changedPlaces } from './changed-places.ts'

/** A value that the server does not take. */
export interface RefusedValue {
  key: string
  name: string
  value: unknown
  message: string
}

/** Asks the server about the values that a check rule of the platform judges, once for each value; a save asks again. */
export interface CellChecks {
  /** Begins with rows whose values are there already: they are not asked about. */
  begin(rows: readonly GridRow[]): void
  /** Values that are new in these rows were saved by others: they are not asked about. */
  skip(rows: readonly GridRow[]): void
  /** Asks about the values that are new in these rows. */
  look(rows: readonly GridRow[]): void
  /** Resolves when everything that was asked is answered. */
  settle(): Promise<void>
}

/** The checks of a grid with these columns; `tell` hears what is refused. */
export function createCellChecks(
  columns: readonly { field: Field; name: string }[],
  client: Pick<DataClient, 'check'>,
  tell: (refused: readonly RefusedValue[]) => void,
): CellChecks {
  const watched = columns.flatMap(({ name, field: { property } }) =>
    property.checkRule === undefined ? [] : [{ name, rule: property.checkRule }],
  )
  /** The rows as they were there or were asked about last. */
  let known: readonly GridRow[] = []
  const answers = new Map<string, Promise<string | null>>()
  const running = new Set<Promise<void>>()
  let turn = 0

  /** Several cells with the same value are one question. */
  function ask(rule: string, value: string): Promise<string | null> {
    const id = JSON.stringify([rule, value])
    const open = answers.get(id) ?? client.check({ rule, value })
    answers.set(id, open)
    open.catch(() => answers.delete(id))
    return open
  }

  async function judge(rule: string, at: Omit<RefusedValue, 'message'>): Promise<void> {
    const asked = turn
    try {
      const message = await ask(rule, String(at.value))
      if (message !== null && asked === turn) tell([{ ...at, message }])
    } catch (error) {
      console.warn(`the check of ${at.name} failed; saving checks again`, error)
    }
  }

  return {
    begin(rows) {
      turn++
      known = rows
    },
    skip(rows) {
      known = rows
    },
    look(rows) {
      if (watched.length > 0)
        for (const { row, before } of changedRows(known, rows))
          for (const { name, rule } of watched) {
            const value = row.values[name]
            if (isEmpty(value) || before?.values[name] === value) continue
            const one = judge(rule, { key: row.key, name, value }).finally(() => running.delete(one))
            running.add(one)
          }
      known = rows
    },
    async settle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** The rows that are new or others, each with what it was. */
function changedRows(before: readonly GridRow[], rows: readonly GridRow[]) {
  const places = changedPlaces(before, rows)
  if (places) return places.map((at) => ({ row: rows[at] as GridRow, before: before[at] }))
  const known = new Map(before.map((row) => [row.key, row]))
  return rows.filter((row) => known.get(row.key) !== row).map((row) => ({ row, before: known.get(row.key) }))
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
