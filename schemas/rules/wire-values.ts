/** A number as people and programs write it; not hexadecimal, not Infinity. */
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^(\d{2}):(\d{2}):(\d{2})$/

/** True for text that reads as a finite decimal number. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text) && Number.isFinite(Number(text))
}

/** Digits before and after the point, without leading and trailing zeros; null when the text is no number. */
export function digitsOf(text: string): { before: number; after: number } | null {
  const match = /^[+-]?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!match || !isNumberText(text)) return null
  const [, whole = '', fraction = '', exponent = '0'] = match
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  const first = digits.search(/[1-9]/)
  if (first < 0) return { before: 0, after: 0 }
  const last = digits.length - (/0*$/.exec(digits)?.[0].length ?? 0)
  return { before: Math.max(0, point - first), after: Math.max(0, last - point) }
}

/** True for a day that the calendar has, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day <= ([31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0)
}

/** True for a time of day, written HH:mm:ss. */
export function isTime(text: string): boolean {
  const match = TIME.exec(text)
  return match !== null && Number(match[1]) < 24 && Number(match[2]) < 60 && Number(match[3]) < 60
}

/** True for a point of time, written YYYY-MM-DD HH:mm:ss. */
export function isDatetime(text: string): boolean {
  return text.length === 19 && text[10] === ' ' && isDate(text.slice(0, 10)) && isTime(text.slice(11))
}
