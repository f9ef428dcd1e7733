import type { NumberOptions } from '#schemas/widget/number.ts'
import { shownDigits, shownPrecision, storedDigits } from '#schemas/widget/number-format.ts'

/** A number as it is read: thousands parted, every digit kept. What is no plain number stays as it is. */
export function grouped(text: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? []
  return whole === '' ? text : `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${rest}`
}

/** The sign before an amount; '' where the options ask for none. */
export function currencyOf({ format, currency = '¥' }: NumberOptions): string {
  return format === 'money' ? currency : ''
}

/** A stored number in the words of its options. */
export function numberText(value: number | string | null, options: NumberOptions): string {
  if (value === null) return ''
  const { format, unit, separators } = options
  const precision = shownPrecision(options)
  const read = shownDigits(String(value), options)
  // More digits than a double keeps stay as they are.
  const text =
    precision !== undefined && String(Number(read)) === read ? Number(read).toFixed(precision) : read
  const shown = separators ? grouped(text) : text
  const amount = shown.startsWith('-')
    ? `-${currencyOf(options)}${shown.slice(1)}`
    : currencyOf(options) + shown
  if (unit) return `${amount} ${unit}`
  return format === 'percent' && /\d/.test(amount) ? `${amount}%` : amount
}

/** The stored digits of a number that is written as it is read. */
export function digitsIn(text: string, options: NumberOptions): string {
  if (options.format === 'percent') return storedDigits(text.replace(/\s*%$/, ''), options)
  const sign = currencyOf(options)
  return sign === '' ? text : text.replace(sign, '').replace('￥', '').trim()
}
