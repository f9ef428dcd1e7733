import type { TableColumn, TableDefinition, TableIndex } from '#schemas/compile/model.ts'
import { canonicalType, conversionOf } from './column-conversion.ts'
import { dataTable, fittingName, physicalIndexName, quoted } from './identifiers.ts'

/** A column that a document no longer names: kept under another name, values included. */
export interface ParkedColumn {
  column: TableColumn
  parkedAs: string
}

/** Structure of a table as it was last synchronised. */
export interface StoredTable extends TableDefinition {
  parked: readonly ParkedColumn[]
}

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

/** Rows that stand in the way of a step: how many, and the first of them. */
export interface Unfit {
  count: number
  rows: readonly { id: string; value: string | null }[]
  changed: number
}

/** What a plan needs to know about the rows. */
export interface RowFacts {
  rows: number
  probes: ReadonlyMap<string, Unfit>
}

export type StepChange =
  | { kind: 'create-table' }
  | { kind: 'add-column'; column: TableColumn }
  | { kind: 'rename-column'; from: string; to: string; id: string }
  | { kind: 'alter-column'; column: TableColumn }
  | { kind: 'park-column'; column: string; parkedAs: string }
  | { kind: 'restore-column'; column: TableColumn; parkedAs: string }
  | { kind: 'describe-column'; column: TableColumn }
  | { kind: 'create-index'; index: TableIndex }
  | { kind: 'drop-index'; index: string }

/** One step of a plan, and what it costs. */
export type SyncStep = StepChange & {
  /** What happens, in Chinese, for the screen. */
  title: string
  statements: readonly string[]
  /** What is lost or written differently; null when no value changes. */
  loses: string | null
  /** Why the step cannot be done now, with the rows that stand in the way. */
  blocked: { reason: string; count: number; rows: readonly { id: string; value: string | null }[] } | null
  /** Can be done at any time without touching a value. */
  additive: boolean
}

export interface SyncPlan {
  table: string
  steps: readonly SyncStep[]
  blocked: boolean
  loses: boolean
}

const SYSTEM_COLUMNS = new Set([
  'id',
  'create_by',
  'create_time',
  'update_by',
  'update_time',
  'sys_org_code',
  '_tenant',
  '_version',
])

/** Given to rows that were there before the column. */
const SYSTEM_DEFAULTS: Readonly<Record<string, string>> = { _tenant: '0', _version: '1' }

/** A btree entry may hold 2704 bytes; longer texts are indexed by their hash or not at all. */
const INDEXABLE_CHARACTERS = 500

interface Pairing {
  pairs: { stored: TableColumn; wanted: TableColumn }[]
  restored: { parked: ParkedColumn; wanted: TableColumn }[]
  added: TableColumn[]
  dropped: TableColumn[]
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

/** The steps that lead from the stored structure to the wanted one. Pure: the same input gives the same plan. */
export function planSync(stored: StoredTable | null, wanted: TableDefinition, facts: RowFacts): SyncPlan {
  const steps = stored ? alterSteps(stored, wanted, facts) : createSteps(wanted)
  return {
    table: wanted.name,
    steps,
    blocked: steps.some((step) => step.blocked !== null),
    loses: steps.some((step) => step.loses !== null),
  }
}

/** The structure after some of the steps were done. */
export function structureAfter(
  stored: StoredTable | null,
  wanted: TableDefinition,
  steps: readonly SyncStep[],
): StoredTable {
  let columns: TableColumn[] = stored ? [...stored.columns] : []
  let parked: ParkedColumn[] = stored ? [...stored.parked] : []
  let indexes: TableIndex[] = stored ? [...stored.indexes] : []
  for (const step of steps) {
    switch (step.kind) {
      case 'create-table':
        columns = wanted.columns.map((column) => ({ ...column }))
        break
      case 'add-column':
        columns.push(step.column)
        break
      case 'restore-column':
        parked = parked.filter((entry) => entry.parkedAs !== step.parkedAs)
        columns.push(step.column)
        break
      case 'rename-column':
        columns = columns.map((column) => (column.id === step.id ? { ...column, name: step.to } : column))
        break
      case 'alter-column':
      case 'describe-column':
        columns = columns.map((column) => (column.name === step.column.name ? step.column : column))
        break
      case 'park-column': {
        const column = columns.find((entry) => entry.name === step.column)
        columns = columns.filter((entry) => entry !== column)
        if (column) parked.push({ column, parkedAs: step.parkedAs })
        break
      }
      case 'create-index':
        indexes.push(step.index)
        break
      case 'drop-index':
        indexes = indexes.filter((index) => index.name !== step.index)
        break
    }
  }
  return { name: wanted.name, title: wanted.title, columns, indexes, parked }
}

/** One definition out of those of all documents that share a table: the owner's, and what views add to it. */
export function mergeTables(owner: TableDefinition, views: readonly TableDefinition[]): TableDefinition {
  const columns = [...owner.columns]
  const indexes = [...owner.indexes]
  for (const view of views) {
    for (const column of view.columns)
      if (!columns.some((known) => known.name === column.name)) columns.push({ ...column, nullable: true })
    for (const index of view.indexes)
      if (!indexes.some((known) => known.name === index.name)) indexes.push({ ...index, unique: false })
  }
  return { ...owner, columns, indexes }
}

function createSteps(wanted: TableDefinition): SyncStep[] {
  const lines = wanted.columns.map(columnSql)
  if (wanted.columns.some((column) => column.name === 'id')) lines.push('primary key ("id")')
  return [
    {
      kind: 'create-table',
      title: `新建表 ${wanted.name}`,
      statements: [`create table ${dataTable(wanted.name)} (\n  ${lines.join(',\n  ')}\n)`],
      ...harmless,
    },
    ...wanted.indexes.map((index) => createIndexStep(wanted, index)),
  ]
}

const harmless = { loses: null, blocked: null, additive: true } as const

function alterSteps(stored: StoredTable, wanted: TableDefinition, facts: RowFacts): SyncStep[] {
  const table = dataTable(wanted.name)
  const { pairs, restored, added, dropped } = pairColumns(stored, wanted)
  const { created, removed } = changedIndexes(stored, wanted, pairs)
  const steps: SyncStep[] = []

  const waiting = waitingIndexes(wanted, pairs, removed)
  for (const index of removed)
    steps.push({
      kind: 'drop-index',
      index: index.name,
      title: `删除索引 ${index.name}`,
      statements: [`drop index if exists ${dataTable(physicalIndexName(wanted.name, index.name))}`],
      loses: null,
      blocked: null,
      // An index that only made things faster is nobody's to keep; one that keeps values unique is.
      additive: !waiting.has(index.name),
    })

  const taken = new Set([
    ...stored.columns.map((column) => column.name),
    ...stored.parked.map((entry) => entry.parkedAs),
  ])
  for (const column of dropped) {
    const parkedAs = freeName(`_parked_${column.name}`, taken)
    taken.add(parkedAs)
    steps.push({
      kind: 'park-column',
      column: column.name,
      parkedAs,
      title: `停用字段 ${column.name}（数据保留为 ${parkedAs}）`,
      statements: [
        `alter table ${table} rename column ${quoted(column.name)} to ${quoted(parkedAs)}`,
        `alter table ${table} alter column ${quoted(parkedAs)} drop not null`,
      ],
      loses: null,
      blocked: null,
      additive: false,
    })
  }

  // A name that a dropped column still holds is free only once somebody has agreed to parking that column.
  const occupied = new Set(dropped.map((column) => column.name))
  const free = pairs.every(({ stored: from, wanted: to }) => from.name === to.name || !occupied.has(to.name))
  steps.push(...renameSteps(table, pairs, taken, free))

  for (const { parked, wanted: column } of restored) {
    const from = { ...parked.column, name: column.name, nullable: true }
    steps.push({
      kind: 'restore-column',
      parkedAs: parked.parkedAs,
      column: { ...from, id: column.id, title: column.title },
      title: `恢复字段 ${column.name}（取回 ${parked.parkedAs} 中的数据）`,
      statements: [`alter table ${table} rename column ${quoted(parked.parkedAs)} to ${quoted(column.name)}`],
      loses: null,
      blocked: null,
      additive: true,
    })
    steps.push(...alterColumnSteps(table, from, column, facts))
  }

  for (const pair of pairs) steps.push(...alterColumnSteps(table, pair.stored, pair.wanted, facts))

  for (const column of added) {
    // A column without values cannot be NOT NULL while there are rows; it becomes so once they are filled.
    const nullable = column.nullable || (facts.rows > 0 && !Object.hasOwn(SYSTEM_DEFAULTS, column.name))
    const kept = { ...column, nullable }
    steps.push({
      kind: 'add-column',
      column: kept,
      title: `新增字段 ${column.name}`,
      statements: [`alter table ${table} add column ${columnSql(kept)}`],
      ...harmless,
    })
  }

  for (const index of created) {
    const unfit = facts.probes.get(`unique ${index.name}`)
    // The name is taken until the former index may go.
    const step = { ...createIndexStep(wanted, index), additive: !waiting.has(index.name) }
    steps.push(
      unfit && unfit.count > 0
        ? {
            ...step,
            blocked: {
              reason: `唯一索引 ${index.name}（${index.columns.join('、')}）：有 ${unfit.count} 行数据重复`,
              count: unfit.count,
              rows: unfit.rows,
            },
          }
        : step,
    )
  }
  return steps
}

/** Indexes that stay until somebody decides: unique ones, and those over a column whose own change waits. */
function waitingIndexes(
  wanted: TableDefinition,
  pairs: Pairing['pairs'],
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

/** Renames by stable id; a name that is still taken by another renamed column is freed first. */
function renameSteps(
  table: string,
  pairs: Pairing['pairs'],
  taken: Set<string>,
  additive: boolean,
): SyncStep[] {
  const renamed = pairs.filter(({ stored, wanted }) => stored.name !== wanted.name)
  const leaving = new Set(renamed.map(({ stored }) => stored.name))
  const steps: SyncStep[] = []
  const second: SyncStep[] = []
  for (const { stored, wanted } of renamed) {
    const title = `重命名字段 ${stored.name} → ${wanted.name}`
    const rename = (from: string, to: string) =>
      `alter table ${table} rename column ${quoted(from)} to ${quoted(to)}`
    const base = { loses: null, blocked: null, additive }
    if (leaving.has(wanted.name)) {
      const between = freeName(`_moving_${stored.name}`, taken)
      taken.add(between)
      steps.push({
        kind: 'rename-column',
        id: stored.id,
        from: stored.name,
        to: between,
        title: `${title}（第一步）`,
        statements: [rename(stored.name, between)],
        ...base,
      })
      second.push({
        kind: 'rename-column',
        id: stored.id,
        from: between,
        to: wanted.name,
        title,
        statements: [rename(between, wanted.name)],
        ...base,
      })
    } else {
      steps.push({
        kind: 'rename-column',
        id: stored.id,
        from: stored.name,
        to: wanted.name,
        title,
        statements: [rename(stored.name, wanted.name)],
        ...base,
      })
    }
  }
  return [...steps, ...second]
}

function alterColumnSteps(table: string, from: TableColumn, to: TableColumn, facts: RowFacts): SyncStep[] {
  const steps: SyncStep[] = []
  const column = quoted(to.name)
  const conversion = conversionOf(to.name, from.sql, to.sql)
  let current: TableColumn = { ...to, sql: from.sql, nullable: from.nullable }
  if (conversion) {
    const unfit = facts.probes.get(`type ${to.name}`)
    current = { ...current, sql: to.sql }
    steps.push({
      kind: 'alter-column',
      column: current,
      title: `修改字段类型 ${to.name}：${canonicalType(from.sql)} → ${canonicalType(to.sql)}`,
      statements: [`alter table ${table} alter column ${column} type ${to.sql} using (${conversion.using})`],
      loses: unfit && unfit.changed > 0 ? `${unfit.changed} 个值的写法会改变（例如 007 变为 7）` : null,
      blocked:
        unfit && unfit.count > 0
          ? {
              reason: `字段 ${to.name}：有 ${unfit.count} 行数据不能转换为 ${canonicalType(to.sql)}`,
              count: unfit.count,
              rows: unfit.rows,
            }
          : null,
      additive: conversion.safe,
    })
  }
  if (from.nullable !== to.nullable) {
    const unfit = to.nullable ? undefined : facts.probes.get(`null ${to.name}`)
    current = { ...current, nullable: to.nullable }
    steps.push({
      kind: 'alter-column',
      column: current,
      title: to.nullable ? `字段 ${to.name} 允许为空` : `字段 ${to.name} 不允许为空`,
      statements: [`alter table ${table} alter column ${column} ${to.nullable ? 'drop' : 'set'} not null`],
      loses: null,
      blocked:
        unfit && unfit.count > 0
          ? { reason: `字段 ${to.name}：有 ${unfit.count} 行数据为空`, count: unfit.count, rows: unfit.rows }
          : null,
      additive: to.nullable,
    })
  }
  if (steps.length === 0 && (from.id !== to.id || from.title !== to.title))
    steps.push({
      kind: 'describe-column',
      column: current,
      title: `更新字段说明 ${to.name}`,
      statements: [],
      ...harmless,
    })
  return steps
}

function createIndexStep(table: TableDefinition, index: TableIndex): SyncStep {
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
    ...harmless,
  }
}

function isLong(column: TableColumn): boolean {
  const type = canonicalType(column.sql)
  if (type === 'text' || type === 'varchar') return true
  const length = /^varchar\((\d+)\)$/.exec(type)?.[1]
  return length !== undefined && Number(length) > INDEXABLE_CHARACTERS
}

function columnSql(column: TableColumn): string {
  const initial = Object.hasOwn(SYSTEM_DEFAULTS, column.name)
    ? ` default ${SYSTEM_DEFAULTS[column.name]}`
    : ''
  return `${quoted(column.name)} ${column.sql}${column.nullable ? '' : ' not null'}${initial}`
}

function pairColumns(stored: StoredTable, wanted: TableDefinition): Pairing {
  const pairs: Pairing['pairs'] = []
  const left = new Set(stored.columns)
  const open: TableColumn[] = []
  for (const column of wanted.columns) {
    const same = stored.columns.find((entry) => entry.id === column.id)
    if (same && left.has(same)) {
      pairs.push({ stored: same, wanted: column })
      left.delete(same)
    } else open.push(column)
  }
  const restored: Pairing['restored'] = []
  const added: TableColumn[] = []
  for (const column of open) {
    // An id that was given to a column later, or taken away, is no reason to lose sight of the column.
    const sameName = [...left].find((entry) => entry.name === column.name)
    if (sameName) {
      pairs.push({ stored: sameName, wanted: column })
      left.delete(sameName)
      continue
    }
    const parked = [...stored.parked]
      .reverse()
      .find((entry) => entry.column.id === column.id || entry.column.name === column.name)
    if (parked && !restored.some((entry) => entry.parked === parked))
      restored.push({ parked, wanted: column })
    else added.push(column)
  }
  const dropped = [...left].filter((column) => !SYSTEM_COLUMNS.has(column.name))
  return { pairs, restored, added, dropped }
}

function changedIndexes(
  stored: StoredTable,
  wanted: TableDefinition,
  pairs: Pairing['pairs'],
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

function freeName(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = fittingName(`${base}_${number}`)
    if (!taken.has(name)) return name
  }
}
