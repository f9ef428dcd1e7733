import { MAX_COMPARISONS, MAX_GROUP_DEPTH } from '#schemas/page/advanced-query.ts'
import { comparisonRule } from '#schemas/page/comparison-words.ts'
import type { Comparison, Condition } from '#schemas/page/condition.ts'

/** A condition as it stands in an address. */
export function conditionText(condition: Condition): string {
  return JSON.stringify(condition)
}

/** The condition that an address holds; null for a text that is none, as somebody may have changed it. */
export function parseCondition(text: string): Condition | null {
  if (text === '') return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const left = { comparisons: MAX_COMPARISONS }
  const found = conditionIn(value, 0, left)
  // What is built is a group, also of one condition.
  return found && 'field' in found ? { and: [found] } : found
}

function conditionIn(value: unknown, depth: number, left: { comparisons: number }): Condition | null {
  if (typeof value !== 'object' || value === null || --left.comparisons < 0) return null
  const { and, or } = value as { and?: unknown; or?: unknown }
  const parts = and ?? or
  if (parts === undefined) return comparisonIn(value)
  if (!Array.isArray(parts) || parts.length === 0 || depth >= MAX_GROUP_DEPTH) return null
  const read = parts.map((part: unknown) => conditionIn(part, depth + 1, left))
  const sound = read.filter((part) => part !== null)
  // Without one of its parts it would mean something else.
  if (sound.length < read.length) return null
  return and === undefined ? { or: sound } : { and: sound }
}

function comparisonIn(value: object): Comparison | null {
  const { field, rule: word, val } = value as { field?: unknown; rule?: unknown; val?: unknown }
  const rule = typeof word === 'string' ? comparisonRule(word) : undefined
  if (typeof field !== 'string' || field === '' || !rule) return null
  if (rule === 'empty' || rule === 'not_empty') return { field, rule }
  if (isPlain(val)) return val === '' ? null : { field, rule, val }
  return Array.isArray(val) && val.length > 0 && val.every(isPlain) ? { field, rule, val } : null
}

const isPlain = (val: unknown): val is string | number => typeof val === 'string' || typeof val === 'number'
