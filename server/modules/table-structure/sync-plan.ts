import type { TableDefinition } from '#schemas/compile/model.ts'
import { dataTable } from '../../database/identifiers.ts'
import { addStep, alterSteps, columnSql, parkStep, renameSteps, restoreSteps } from './sync-column-steps.ts'
import {
  addIndexStep,
  changedIndexes,
  createIndexStep,
  dropIndexStep,
  waitingIndexes,
} from './sync-index-steps.ts'
import { pairColumns } from './sync-pairing.ts'
import { HARMLESS, type RowFacts, type StoredTable, type SyncStep } from './sync-step.ts'

/** The way from the stored structure of a table to the wanted one. */
export interface SyncPlan {
  table: string
  steps: readonly SyncStep[]
  blocked: boolean
  loses: boolean
}

/** The steps that lead from the stored structure to the wanted one. Pure: the same input gives the same plan. */
export function planSync(stored: StoredTable | null, wanted: TableDefinition, facts: RowFacts): SyncPlan {
  const steps = stored ? changeSteps(stored, wanted, facts) : createSteps(wanted)
  return {
    table: wanted.name,
    steps,
    blocked: steps.some((step) => step.blocked !== null),
    loses: steps.some((step) => step.loses !== null),
  }
}

function createSteps(wanted: TableDefinition): SyncStep[] {
  const lines = wanted.columns.map(columnSql)
  if (wanted.columns.some((column) => column.name === 'id')) lines.push('primary key ("id")')
  return [
    {
      kind: 'create-table',
      title: `新建表 ${wanted.name}`,
      statements: [`create table ${dataTable(wanted.name)} (\n  ${lines.join(',\n  ')}\n)`],
      ...HARMLESS,
    },
    ...wanted.indexes.map((index) => createIndexStep(wanted, index)),
  ]
}

/** Names are freed before they are taken, and indexes are made when their columns are as they will be. */
function changeSteps(stored: StoredTable, wanted: TableDefinition, facts: RowFacts): SyncStep[] {
  const table = dataTable(wanted.name)
  const { pairs, restored, added, dropped } = pairColumns(stored, wanted)
  const { created, removed } = changedIndexes(stored, wanted, pairs)
  const waiting = waitingIndexes(wanted, pairs, removed)
  const taken = new Set([
    ...stored.columns.map((column) => column.name),
    ...stored.parked.map((entry) => entry.parkedAs),
  ])
  // A name that a dropped column still holds is free only once somebody has agreed to parking that column.
  const occupied = new Set(dropped.map((column) => column.name))
  const free = pairs.every(({ stored: from, wanted: to }) => from.name === to.name || !occupied.has(to.name))
  return [
    ...removed.map((index) => dropIndexStep(wanted.name, index, waiting)),
    ...dropped.map((column) => parkStep(table, column, taken)),
    ...renameSteps(table, pairs, taken, free),
    ...restored.flatMap(({ parked, wanted: column }) => restoreSteps(table, parked, column, facts)),
    ...pairs.flatMap((pair) => alterSteps(table, pair.stored, pair.wanted, facts)),
    ...added.map((column) => addStep(table, column, facts)),
    ...created.map((index) => addIndexStep(wanted, index, waiting, facts)),
  ]
}
