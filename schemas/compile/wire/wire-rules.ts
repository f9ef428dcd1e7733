import { valueRule } from '../../rules/valid-type.ts'
import type { Field } from '../model.ts'
import { requiredMessage } from '../row-validator.ts'

export type Json = { [key: string]: unknown }

/** What is checked of a field, one rule after the other. */
export function wireRules(field: Field): Json[] {
  const { pattern, errorInfo } = wirePattern(field) as { pattern?: string; errorInfo?: string }
  const rules: Json[] = []
  if (field.required) rules.push({ required: true, message: requiredMessage(field) })
  if (pattern === 'only') rules.push({ unique: true, message: errorInfo })
  else if (pattern !== undefined) rules.push({ pattern, message: errorInfo })
  return rules
}

/** The pattern of a field and what is said of a value that does not match it. */
export function wirePattern({ property, title }: Field): Json {
  if (property.unique) return { pattern: 'only', errorInfo: property.message ?? `${title}的值已存在` }
  const [named] = property.validType === undefined ? [] : (valueRule(property.validType)?.tests ?? [])
  const pattern = property.pattern ?? named?.pattern
  if (pattern === undefined) return {}
  return {
    pattern,
    errorInfo: property.message ?? (property.pattern ? `${title}格式不正确` : (named?.message ?? '')),
  }
}
