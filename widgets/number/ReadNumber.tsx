import type { ReadProps } from '#renderer/index.ts'
import type { NumberOptions } from '#schemas/widget/number.ts'
import { numberText } from './grouped.ts'

/** A number with its thousands parted; copies and exports take the digits alone. */
export function ReadNumber({ value, options }: ReadProps<NumberOptions, number | string | null>) {
  return numberText(value, { separators: true, ...options })
}
