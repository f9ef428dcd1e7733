import type { Row } from '#schemas/compile/model.ts'

/** Sub rows as a list, whether the record holds many of them, one, or none. */
export function rowsOf(value: unknown): Row[] {
  if (Array.isArray(value)) return value as Row[]
  return typeof value === 'object' && value !== null ? [value as Row] : []
}
