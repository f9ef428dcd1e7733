import type { NumberOptions } from './number.ts'

/** A share is stored as it is calculated with (0.125) and read as a percentage (12.5). */
const PERCENT_POINTS = 2
const MONEY_DIGITS = 2
const PLAIN = /^([+-]?)(\d*)\.?(\d*)$/

/** Moves the point of a decimal number to the right (or left), digit by digit: nothing is rounded. What is no plain number stays. */
export function shiftPoint(text: string, by: number): string {
  const [, sign = '', whole = '', part = ''] = PLAIN.exec(text.trim()) ?? []
  if (whole === '' && part === '') return text
  const digits = by < 0 ? `${'0'.repeat(-by)}${whole}${part}` : `${whole}${part}${'0'.repeat(by)}`
  const at = whole.length + Math.max(by, 0)
  const before = digits.slice(0, at).replace(/^0+(?=\d)/, '') || '0'
  const after = digits.slice(at).replace(/0+$/, '')
  return `${sign === '-' ? '-' : ''}${before}${after === '' ? '' : `.${after}`}`
}

type Format = Pick<NumberOptions, 'format' | 'precision'>

/** A stored number with the point where the reader sees it. */
export function shownDigits(stored: string, { format }: Format): string {
  return format === 'percent' ? shiftPoint(stored, PERCENT_POINTS) : stored
}

/** What is stored of a number that was typed where the reader sees it. */
export function storedDigits(shown: string, { format }: Format): string {
  return format === 'percent' ? shiftPoint(shown, -PERCENT_POINTS) : shown
}

/** Digits after the point that the reader sees; undefined where the options leave it open. */
export function shownPrecision({ format, precision }: Format): number | undefined {
  return precision ?? (format === 'money' ? MONEY_DIGITS : undefined)
}

/** Digits after the point that the column needs for what the reader sees; undefined where the options leave it open. */
export function storedPrecision(options: Format): number | undefined {
  const shown = shownPrecision(options)
  return shown === undefined ? undefined : shown + (options.format === 'percent' ? PERCENT_POINTS : 0)
}

/** Digits after the point that the reader sees of a column with so many. */
export function shownScale(scale: number, { format }: Format): number {
  return format === 'percent' ? Math.max(scale - PERCENT_POINTS, 0) : scale
}
