import type { CheckRuleFailure, CheckRulePart } from '#schemas/api/check-rule.ts'
import { linearPattern } from '../../linear-pattern.ts'

/** The first part of a rule that a value does not fit; null when it fits. */
export function firstFailure(parts: readonly CheckRulePart[], value: string): CheckRuleFailure | null {
  let at = 0
  for (const { digits, pattern, message } of parts) {
    const whole = digits === '*'
    const length = whole ? value.length : Number(digits)
    const beginIndex = whole ? 0 : at
    const endIndex = beginIndex + length
    const checkValue = value.slice(beginIndex, endIndex)
    if (!whole) at = endIndex
    if (!fits(pattern, checkValue))
      return { digits, pattern, message, beginIndex, endIndex, checkValue, passed: false }
  }
  return null
}

function fits(pattern: string, value: string): boolean {
  try {
    return linearPattern(`^(?:${pattern})$`)(value)
  } catch {
    // A rule that no engine understands refuses: it was made to keep something out.
    return false
  }
}

/** Parts of a kept rule; null when it cannot be read: then nothing may pass as checked. */
export function partsOf(text: string): CheckRulePart[] | null {
  let parts: unknown
  try {
    parts = JSON.parse(text)
  } catch {
    return null
  }
  return Array.isArray(parts) && parts.every(isPart) ? parts : null
}

function isPart(part: unknown): part is CheckRulePart {
  if (typeof part !== 'object' || part === null) return false
  const { digits, pattern, message } = part as Record<string, unknown>
  return (
    (digits === '*' || /^\d{1,4}$/.test(String(digits))) &&
    typeof pattern === 'string' &&
    typeof message === 'string'
  )
}
