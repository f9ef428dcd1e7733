import { isNumberText } from '../wire-values.ts'

/** An exact decimal number: `units` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Digits behind the point that a division keeps. */
const QUOTIENT_SCALE = 20
/** Digits behind the point that any result keeps: a chain of multiplications stays affordable. */
const MOST_SCALE = 40

/** The number that a text of the wire or a number of JavaScript says; null where it says none. */
export function decimal(source: string | number): Decimal | null {
  const text = String(source).trim()
  if (!isNumberText(text)) return null
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const units = BigInt(`${whole}${fraction}`.replace(/^\+/, ''))
  return shortest(scale < 0 ? { units: units * power(-scale), scale: 0 } : { units, scale })
}

/** True for a number among the values of an expression. */
export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'object' && value !== null
}

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  return shortest({ units: unitsAt(left, scale) + unitsAt(right, scale), scale })
}

export function subtract(left: Decimal, right: Decimal): Decimal {
  return add(left, negate(right))
}

export function multiply(left: Decimal, right: Decimal): Decimal {
  return shortest(round({ units: left.units * right.units, scale: left.scale + right.scale }, MOST_SCALE))
}

/** The quotient to 20 digits; null where something is divided by zero. */
export function divide(left: Decimal, right: Decimal): Decimal | null {
  if (right.units === 0n) return null
  const units = left.units * power(QUOTIENT_SCALE + right.scale)
  return shortest({ units: halfUp(units, right.units * power(left.scale)), scale: QUOTIENT_SCALE })
}

/** What is left of a division into whole parts, with the sign of the divisor; null for a division by zero. */
export function modulo(left: Decimal, right: Decimal): Decimal | null {
  if (right.units === 0n) return null
  const scale = Math.max(left.scale, right.scale)
  const [one, other] = [unitsAt(left, scale), unitsAt(right, scale)]
  return shortest({ units: ((one % other) + other) % other, scale })
}

export function negate({ units, scale }: Decimal): Decimal {
  return { units: -units, scale }
}

/** Sign of left − right. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const { units } = subtract(left, right)
  return units === 0n ? 0 : units < 0n ? -1 : 1
}

/** Rounded to so many digits behind the point (before it, where negative); a half goes away from zero: 2.5 is 3, −2.5 is −3. */
export function round(number: Decimal, places: number): Decimal {
  if (number.scale <= places) return number
  const units = halfUp(number.units, power(number.scale - places))
  return places < 0 ? { units: units * power(-places), scale: 0 } : { units, scale: places }
}

/** The next whole number below. */
export function floor(number: Decimal): Decimal {
  const unit = power(number.scale)
  const whole = number.units / unit
  const isBelow = number.units < 0n && whole * unit !== number.units
  return { units: isBelow ? whole - 1n : whole, scale: 0 }
}

/** All digits, without an exponent; `places` fixes how many stand behind the point. */
export function decimalText(number: Decimal, places?: number): string {
  const { units, scale } = places === undefined ? shortest(number) : round(number, places)
  const behind = places ?? scale
  const digits = String(units < 0n ? -units : units) + '0'.repeat(behind - scale)
  const padded = digits.padStart(behind + 1, '0')
  const point = padded.length - behind
  const text = behind > 0 ? `${padded.slice(0, point)}.${padded.slice(point)}` : padded
  return units < 0n ? `-${text}` : text
}

function shortest({ units, scale }: Decimal): Decimal {
  let [rest, places] = [units, scale]
  while (places > 0 && rest % 10n === 0n) {
    rest /= 10n
    places -= 1
  }
  return { units: rest, scale: places }
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * power(wanted - scale)
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

function halfUp(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const [above, below] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const result = (above * 2n + below) / (below * 2n)
  return isNegative ? -result : result
}
