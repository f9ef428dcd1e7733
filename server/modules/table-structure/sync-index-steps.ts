import type { TableColumn, TableDefinition, TableIndex } from '#schemas/compile/model.ts'
import { dataTable, physicalIndexName, quoted } from '../../database/identifiers.ts'
import { canonicalType, conversionOf } from './column-conversion.ts'
import type { ColumnPair } from './sync-pairing.ts'
import { blockedBy, HARMLESS, type RowFacts, type StoredTable, type SyncStep } from './sync-step.ts'

/** A btree entry may hold 2704 bytes; longer texts are indexed by their hash or not at all. */
const INDEXABLE_CHARACTERS = 500

/** Indexes that must be made, and those that must go first. */
export function changedIndexes(
  stored: StoredTable,
  wanted: TableDefinition,
  pairs: readonly ColumnPair[],
): { created: TableIndex[]; removed: TableIndex[] } {
  const renamed = new Map(pairs.map(({ stored: from, wanted: to }) => [from.name, to]))
  const retyped = new Set(
    pairs
      .filter(({ stored: from, wanted: to }) => isLong(from) !== isLong(to))
      .map(({ wanted: to }) => to.name),
  )
  const same = (known: TableIndex, next: TableIndex) =>
    known.unique === next.unique &&
    known.columns.length === next.columns.length &&
    known.columns.every((column, at) => (renamed.get(column)?.name ?? column) === next.columns[at]) &&
    !next.columns.some((column) => retyped.has(column))
  const created: TableIndex[] = []
  const kept = new Set<TableIndex>()
  for (const index of wanted.indexes) {
    const known = stored.indexes.find((entry) => entry.name === index.name)
    if (known && same(known, index)) kept.add(known)
    else created.push(index)
  }
  return { created, removed: stored.indexes.filter((index) => !kept.has(index)) }
}

/** Names of indexes that stay until somebody decides: unique ones, and those over a column whose own change waits. */
export function waitingIndexes(
  wanted: TableDefinition,
  pairs: readonly ColumnPair[],
  removed: readonly TableIndex[],
): ReadonlySet<string> {
  const unsettled = new Set(
    pairs.flatMap(({ stored: from, wanted: to }) =>
      (conversionOf(to.name, from.sql, to.sql)?.safe ?? true) ? [] : [to.name],
    ),
  )
  const again = wanted.indexes.filter(({ columns }) => columns.some((name) => unsettled.has(name)))
  const kept = new Set(again.map(({ name }) => name))
  return new Set(removed.filter(({ unique, name }) => unique || kept.has(name)).map(({ name }) => name))
}

/** An index that only made things faster may be dropped; one that keeps values unique is kept. */
export function dropIndexStep(table: string, index: TableIndex, waiting: ReadonlySet<string>): SyncStep {
  return {
    kind: 'drop-index',
    index: index.name,
    title: `删除索引 ${index.name}`,
    statements: [`drop index if exists ${dataTable(physicalIndexName(table, index.name))}`],
    loses: null,
    blocked: null,
    additive: !waiting.has(index.name),
  }
}

/** An index of a new table: no row can stand in its way. */
export function createIndexStep(table: TableDefinition, index: TableIndex): SyncStep {
  const parts: string[] = []
  let skipped = false
  for (const name of index.columns) {
    const column = table.columns.find((entry) => entry.name === name)
    if (!column || !isLong(column)) parts.push(quoted(name))
    else if (index.unique) parts.push(`md5(${quoted(name)})`)
    else skipped = true
  }
  // The tenant is part of every condition; the key makes the order total, so that paging needs no sort step.
  const tenant = table.columns.some((column) => column.name === '_tenant') ? ['"_tenant"'] : []
  const tail = index.unique ? [] : ['"id"']
  const columns = [...tenant, ...parts.filter((part) => part !== '"_tenant"' && part !== '"id"'), ...tail]
  return {
    kind: 'create-index',
    index,
    title: `${index.unique ? '新建唯一索引' : '新建索引'} ${index.name}（${index.columns.join('、')}）${skipped ? '：长文本不建索引' : ''}`,
    statements:
      parts.length === 0
        ? []
        : [
            `create ${index.unique ? 'unique ' : ''}index ${quoted(physicalIndexName(table.name, index.name))} on ${dataTable(table.name)} (${columns.join(', ')})`,
          ],
    ...HARMLESS,
  }
}

/** An index over rows that are there; its name is taken until the former index may go. */
export function addIndexStep(
  table: TableDefinition,
  index: TableIndex,
  waiting: ReadonlySet<string>,
  facts: RowFacts,
): SyncStep {
  return {
    ...createIndexStep(table, index),
    additive: !waiting.has(index.name),
    blocked: blockedBy(
      facts.probes.get(`unique ${index.name}`),
      (count) => `唯一索引 ${index.name}（${index.columns.join('、')}）：有 ${count} 行数据重复`,
    ),
  }
}

function isLong(column: TableColumn): boolean {
  const type = canonicalType(column.sql)
  if (type === 'text' || type === 'varchar') return true
  const length = /^varchar\((\d+)\)$/.exec(type)?.[1]
  return length !== undefined && Number(length) > INDEXABLE_CHARACTERS
}
