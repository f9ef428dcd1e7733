import type { Comparison } from '../page/condition.ts'
import type { Variables } from './form-variables.ts'

/**
 * The constants that a comparison compares with, as text: `in` and `not_in` split theirs at commas, and each `#{…}` is
 * replaced by its variable. Null when a variable is unknown. Without variables the constants are taken as they stand.
 */
export function comparisonValues({ val, rule }: Comparison, variables: Variables | null): string[] | null {
  if (val === undefined || val === null) return []
  const raw =
    typeof val === 'object'
      ? val.map(String)
      : rule === 'in' || rule === 'not_in'
        ? String(val).split(',')
        : [String(val)]
  if (variables === null) return raw
  const filled: string[] = []
  for (const text of raw) {
    const values = fillIn(text, variables)
    if (values === null) return null
    filled.push(...values)
  }
  return filled
}

/** A text that is one variable stands for all of its values. */
function fillIn(text: string, variables: Variables): readonly string[] | null {
  const whole = /^#\{\s*([\w.]+)\s*\}$/.exec(text)?.[1]
  if (whole !== undefined) {
    const value = Object.hasOwn(variables, whole) ? (variables[whole] ?? '') : null
    return typeof value === 'string' ? [value] : value
  }
  let unknown = false
  const filled = text.replaceAll(/#\{\s*([\w.]+)\s*\}/g, (_, name: string) => {
    if (!Object.hasOwn(variables, name)) unknown = true
    const value = variables[name] ?? ''
    return typeof value === 'string' ? value : value.join(',')
  })
  return unknown ? null : [filled]
}
