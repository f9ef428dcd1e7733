import { isPlainValue } from '#schemas/compile/odd-values.ts'

/** A stored value as text, where no widget and no dictionary knows better; what no field can hold is shown as it was sent. */
export function plainText(stored: unknown): string {
  if (stored === null || stored === undefined) return ''
  return isPlainValue(stored) ? String(stored) : JSON.stringify(stored)
}
