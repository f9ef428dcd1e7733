import type { TableColumn } from '#schemas/compile/model.ts'
import { fittingName, quoted } from '../../database/identifiers.ts'
import { canonicalType, conversionOf } from './column-conversion.ts'
import type { ColumnPair } from './sync-pairing.ts'
import { blockedBy, HARMLESS, type ParkedColumn, type RowFacts, type SyncStep } from './sync-step.ts'

/** Given to rows that were there before the column. */
const SYSTEM_DEFAULTS: Readonly<Record<string, string>> = { _tenant: '0', _version: '1' }

/** A column as `create table` and `add column` write it. */
export function columnSql(column: TableColumn): string {
  const initial = Object.hasOwn(SYSTEM_DEFAULTS, column.name)
    ? ` default ${SYSTEM_DEFAULTS[column.name]}`
    : ''
  return `${quoted(column.name)} ${column.sql}${column.nullable ? '' : ' not null'}${initial}`
}

/** Keeps a column that is no longer named, under a name that is added to the `taken` ones. */
export function parkStep(table: string, column: TableColumn, taken: Set<string>): SyncStep {
  const parkedAs = takeName(`_parked_${column.name}`, taken)
  return {
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
  }
}

/** Renames by stable id; a name that is still taken by another renamed column is freed first. */
export function renameSteps(
  table: string,
  pairs: readonly ColumnPair[],
  taken: Set<string>,
  additive: boolean,
): SyncStep[] {
  const renamed = pairs.filter(({ stored, wanted }) => stored.name !== wanted.name)
  const leaving = new Set(renamed.map(({ stored }) => stored.name))
  const step = (id: string, from: string, to: string, title: string): SyncStep => ({
    kind: 'rename-column',
    id,
    from,
    to,
    title,
    statements: [`alter table ${table} rename column ${quoted(from)} to ${quoted(to)}`],
    loses: null,
    blocked: null,
    additive,
  })
  const first: SyncStep[] = []
  const second: SyncStep[] = []
  for (const { stored, wanted } of renamed) {
    const title = `重命名字段 ${stored.name} → ${wanted.name}`
    if (leaving.has(wanted.name)) {
      const between = takeName(`_moving_${stored.name}`, taken)
      first.push(step(stored.id, stored.name, between, `${title}（第一步）`))
      second.push(step(stored.id, between, wanted.name, title))
    } else first.push(step(stored.id, stored.name, wanted.name, title))
  }
  return [...first, ...second]
}

/** Takes a parked column back, values included, and then makes it what it is to be now. */
export function restoreSteps(
  table: string,
  parked: ParkedColumn,
  column: TableColumn,
  facts: RowFacts,
): SyncStep[] {
  const from = { ...parked.column, name: column.name, nullable: true }
  return [
    {
      kind: 'restore-column',
      parkedAs: parked.parkedAs,
      column: { ...from, id: column.id, title: column.title },
      title: `恢复字段 ${column.name}（取回 ${parked.parkedAs} 中的数据）`,
      statements: [`alter table ${table} rename column ${quoted(parked.parkedAs)} to ${quoted(column.name)}`],
      ...HARMLESS,
    },
    ...alterSteps(table, from, column, facts),
  ]
}

/** Type, then emptiness; a mere description where nothing else changes. */
export function alterSteps(table: string, from: TableColumn, to: TableColumn, facts: RowFacts): SyncStep[] {
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
      blocked: blockedBy(
        unfit,
        (count) => `字段 ${to.name}：有 ${count} 行数据不能转换为 ${canonicalType(to.sql)}`,
      ),
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
      blocked: blockedBy(unfit, (count) => `字段 ${to.name}：有 ${count} 行数据为空`),
      additive: to.nullable,
    })
  }
  if (steps.length === 0 && (from.id !== to.id || from.title !== to.title))
    steps.push({
      kind: 'describe-column',
      column: current,
      title: `更新字段说明 ${to.name}`,
      statements: [],
      ...HARMLESS,
    })
  return steps
}

/** A column without values cannot be NOT NULL while there are rows; it becomes so once they are filled. */
export function addStep(table: string, column: TableColumn, facts: RowFacts): SyncStep {
  const nullable = column.nullable || (facts.rows > 0 && !Object.hasOwn(SYSTEM_DEFAULTS, column.name))
  const kept = { ...column, nullable }
  return {
    kind: 'add-column',
    column: kept,
    title: `新增字段 ${column.name}`,
    statements: [`alter table ${table} add column ${columnSql(kept)}`],
    ...HARMLESS,
  }
}

/** A free name that begins so; from then on it is taken. */
function takeName(base: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const name = fittingName(`${base}_${number}`)
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}
