import type { TotalKind } from '#schemas/page/form-words.ts'

/** Digits behind the point of an average, at least. */
const AVERAGE_DIGITS = 2

/** What is told below a column, exact to the last digit: decimal figures are not added as they are stored in a computer. Null where there is nothing to tell. */
export function totalOf(kind: TotalKind, values: readonly unknown[]): string | null {
  const present = values.filter((value) => value !== null && value !== undefined && value !== '').map(String)
  if (kind === 'count') return String(present.length)
  const figures = present.filter((value) => /^-?\d+(\.\d+)?$/.test(value))
  if (figures.length === 0) return null
  const digits = Math.max(...figures.map((value) => value.split('.')[1]?.length ?? 0))
  const sum = figures.reduce((total, value) => total + scaled(value, digits), 0n)
  if (kind === 'sum') return plain(sum, digits)
  const more = Math.max(digits, AVERAGE_DIGITS)
  const count = BigInt(figures.length)
  const whole = sum * 10n ** BigInt(more - digits) * 2n
  // Rounded half away from zero.
  return plain((whole + (whole < 0n ? -count : count)) / (count * 2n), more)
}

function scaled(value: string, digits: number): bigint {
  const [whole = '0', rest = ''] = value.split('.')
  return BigInt(whole + rest.padEnd(digits, '0'))
}

function plain(value: bigint, digits: number): string {
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0')
  const sign = value < 0n ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
