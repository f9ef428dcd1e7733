import type { TableDefinition } from '#schemas/compile/model.ts'
import { quoted } from '../../database/identifiers.ts'
import { conversionOf } from './column-conversion.ts'
import { changedIndexes } from './sync-index-steps.ts'
import { pairColumns } from './sync-pairing.ts'
import type { StoredTable } from './sync-step.ts'

/** A question about the rows that a plan depends on. `condition` is true for rows that stand in the way. */
export interface Probe {
  key: string
  column: string
  condition: string | null
  /** Rows that keep their value but write it differently. */
  changed: string | null
  /** Set for a uniqueness question: the columns that together must not repeat. */
  unique: readonly string[] | null
}

/** What must be known about the rows before a plan can be made. Pure. */
export function probesFor(stored: StoredTable | null, wanted: TableDefinition): Probe[] {
  if (!stored) return []
  const { pairs, restored } = pairColumns(stored, wanted)
  const now = [
    ...pairs.map(({ stored: column, wanted: next }) => ({ at: column.name, from: column, to: next })),
    ...restored.map(({ parked, wanted: next }) => ({
      at: parked.parkedAs,
      from: { ...parked.column, nullable: true },
      to: next,
    })),
  ]
  const probes: Probe[] = []
  for (const { at, from, to } of now) {
    const conversion = conversionOf(at, from.sql, to.sql)
    if (conversion && (conversion.unfit || conversion.changed))
      probes.push({
        key: `type ${to.name}`,
        column: at,
        condition: conversion.unfit,
        changed: conversion.changed,
        unique: null,
      })
    if (from.nullable && !to.nullable)
      probes.push({
        key: `null ${to.name}`,
        column: at,
        condition: `${quoted(at)} is null`,
        changed: null,
        unique: null,
      })
  }
  const nameNow = new Map(now.map(({ at, to }) => [to.name, at]))
  for (const index of changedIndexes(stored, wanted, pairs).created) {
    if (!index.unique) continue
    const columns = index.columns.map((name) => nameNow.get(name))
    // A column that is only being added has no values yet: nothing can repeat.
    if (!columns.every((name) => name !== undefined)) continue
    probes.push({
      key: `unique ${index.name}`,
      column: columns[0] ?? 'id',
      condition: null,
      changed: null,
      unique: columns,
    })
  }
  return probes
}
