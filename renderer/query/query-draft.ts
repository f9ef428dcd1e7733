import { hasValue } from '#schemas/compile/wire/query-record.ts'
import type { MatchType } from '#schemas/page/advanced-query.ts'
import type { Comparison, Condition, ConditionRule } from '#schemas/page/condition.ts'
import type { QueryField } from '../model/query-fields.ts'

/** A condition while it is written: what is chosen of it so far. */
export interface DraftRow {
  key: number
  field: string
  rule: ConditionRule
  /** No value, one, or those of `in`. */
  values: readonly string[]
}

/** Conditions of a draft joined by one word. */
export interface DraftGroup {
  key: number
  matchType: MatchType
  parts: readonly (DraftRow | DraftGroup)[]
}

/** Whether a part of a draft is a group of further ones. */
export function isDraftGroup(part: DraftRow | DraftGroup): part is DraftGroup {
  return 'parts' in part
}

let keys = 0

/** A row with nothing chosen. */
export function emptyRow(): DraftRow {
  return { key: ++keys, field: '', rule: 'eq', values: [] }
}

/** A group that begins with one empty row. */
export function emptyGroup(matchType: MatchType = 'and'): DraftGroup {
  return { key: ++keys, matchType, parts: [emptyRow()] }
}

/** The draft of a condition; of none, one empty row. */
export function draftOf(condition: Condition | null): DraftGroup {
  if (!condition) return emptyGroup()
  const part = partOf(condition)
  return isDraftGroup(part) ? part : { ...emptyGroup(), parts: [part] }
}

function partOf(condition: Condition): DraftRow | DraftGroup {
  if ('field' in condition) {
    const { field, rule, val } = condition
    return { key: ++keys, field, rule, values: valuesOf(val) }
  }
  const [matchType, parts] =
    'and' in condition ? (['and', condition.and] as const) : (['or', condition.or] as const)
  return { key: ++keys, matchType, parts: parts.map(partOf) }
}

function valuesOf(val: Comparison['val']): string[] {
  if (val === undefined || val === null || val === '') return []
  return typeof val === 'object' ? val.map(String) : [String(val)]
}

/** What a draft asks for; rows without a field and groups without rows say nothing, null where nothing is said at all. */
export function draftCondition({ matchType, parts }: DraftGroup): Condition | null {
  const said = parts.flatMap((part): Condition[] => {
    const condition = isDraftGroup(part) ? draftCondition(part) : rowCondition(part)
    return condition ? [condition] : []
  })
  if (said.length === 0) return null
  return matchType === 'or' ? { or: said } : { and: said }
}

function rowCondition({ field, rule, values }: DraftRow): Condition | null {
  if (field === '') return null
  if (!hasValue(rule)) return { field, rule }
  return { field, rule, val: takesSeveral(rule) ? values : (values[0] ?? '') }
}

/** Whether a rule compares with several values. */
export function takesSeveral(rule: ConditionRule): boolean {
  return rule === 'in' || rule === 'not_in'
}

/** Rows of which something is missing, or whose field the list does not have. */
export function unfinishedRows(group: DraftGroup, fields: ReadonlyMap<string, QueryField>): DraftRow[] {
  return group.parts.flatMap((part) => {
    if (isDraftGroup(part)) return unfinishedRows(part, fields)
    if (part.field === '') return []
    const isWhole = !hasValue(part.rule) || part.values.length > 0
    return fields.has(part.field) && isWhole ? [] : [part]
  })
}

/** How many rows a draft has. */
export function countRows({ parts }: DraftGroup): number {
  return parts.reduce((count, part) => count + (isDraftGroup(part) ? countRows(part) : 1), 0)
}

/** A row about another field: a rule that makes sense there stays, its value does not. */
export function withField(row: DraftRow, { name, rules }: QueryField): DraftRow {
  const rule = row.field !== '' && rules.includes(row.rule) ? row.rule : (rules[0] ?? 'eq')
  return { ...row, field: name, rule, values: [] }
}

/** A row with another rule: of several values the first stays where one is compared. */
export function withRule(row: DraftRow, rule: ConditionRule): DraftRow {
  const values = takesSeveral(rule) ? row.values : row.values.slice(0, 1)
  return { ...row, rule, values: hasValue(rule) ? values : [] }
}
