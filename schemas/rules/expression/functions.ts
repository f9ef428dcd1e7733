import {
  addDays,
  addMonths,
  dateParts,
  dayOf,
  daysBetween,
  formatDate,
  monthsBetween,
  weekday,
} from './dates.ts'
import {
  add,
  type Decimal,
  decimal,
  decimalText,
  divide,
  floor,
  isDecimal,
  modulo,
  negate,
  round,
} from './decimal.ts'
import type { Value } from './syntax.ts'
import { compareValues, isEqual, numberOf, textOf } from './values.ts'

/** What a part of an expression gives, as far as its text says. */
export type Kind = 'number' | 'text' | 'date' | 'condition' | 'any'

/** A function of the language. Total: whatever it is given, it answers a value. */
export interface RuleFunction {
  /** What it takes, in order; the last one again and again where `more`. */
  takes: readonly Kind[]
  /** How many of these must be given. */
  least: number
  more?: true
  gives: Kind | 'as given'
  /** Takes the rows of a sub table as well: each value of theirs is one of its own. */
  overRows?: true
  run(args: readonly Value[], today: Today): Value
}

/** What `today()` and `now()` answer, as the rules' variables say. */
export interface Today {
  date: Value
  time: Value
}

/** Longest text that an expression makes. */
const MAX_TEXT = 100_000
/** Digits that a number may be rounded to, before and behind the point. */
const MAX_PLACES = 20
const ZERO: Decimal = { units: 0n, scale: 0 }

/** Nothing comes of a number that is not there. */
const ofNumber = (work: (number: Decimal, places: number) => Value) => (args: readonly Value[]) => {
  const number = numberOf(args[0] ?? null)
  return number ? work(number, wholeOf(args[1] ?? null, 0)) : null
}
const ofText = (work: (text: string, ...more: Value[]) => Value) => (args: readonly Value[]) => {
  const [first = null, ...more] = args
  return first === null ? null : (work(textOf(first), ...more) ?? null)
}
type Parts = NonNullable<ReturnType<typeof dateParts>>
const ofDate = (work: (parts: Parts, ...more: Value[]) => Value) => (args: readonly Value[]) => {
  const [first = null, ...more] = args
  const parts = typeof first === 'string' ? dateParts(first) : null
  return parts ? work(parts, ...more) : null
}
const ofDates = (work: (from: Parts, to: Parts) => number) =>
  ofDate((from, second = null) => {
    const to = typeof second === 'string' ? dateParts(second) : null
    return to ? decimal(work(from, to)) : null
  })
const moved = (work: (parts: Parts, count: number) => string | null, times = 1) =>
  ofDate((parts, count = null) => {
    const number = wholeNumber(count)
    return number === null ? null : work(parts, number * times)
  })

/** Every function by its name: the one list that parser, check, evaluation and reference go by. */
export const FUNCTIONS = {
  if: {
    takes: ['condition', 'any', 'any'],
    least: 2,
    gives: 'as given',
    run: ([condition, yes = null, no = null]) => (condition === true ? yes : no),
  },
  empty: { takes: ['any'], least: 1, gives: 'condition', run: ([value = null]) => value === null },
  ifEmpty: {
    takes: ['any', 'any'],
    least: 2,
    gives: 'as given',
    run: ([value = null, other = null]) => value ?? other,
  },
  oneOf: {
    takes: ['any', 'any'],
    least: 2,
    more: true,
    gives: 'condition',
    run: ([value = null, ...others]) => value !== null && others.some((other) => isEqual(value, other)),
  },
  has: {
    takes: ['text', 'any'],
    least: 2,
    gives: 'condition',
    run: ([list = null, item = null]) => item !== null && textOf(list).split(',').includes(textOf(item)),
  },
  sum: {
    takes: ['number'],
    least: 1,
    more: true,
    overRows: true,
    gives: 'number',
    run: (args) => args.reduce<Decimal>((total, value) => add(total, numberOf(value) ?? ZERO), ZERO),
  },
  avg: {
    takes: ['number'],
    least: 1,
    more: true,
    overRows: true,
    gives: 'number',
    run(args) {
      const numbers = args.flatMap((value) => numberOf(value) ?? [])
      return divide(numbers.reduce(add, ZERO), decimal(numbers.length) ?? ZERO)
    },
  },
  count: {
    takes: ['any'],
    least: 1,
    more: true,
    overRows: true,
    gives: 'number',
    run: (args) => decimal(args.filter((value) => value !== null).length),
  },
  min: {
    takes: ['any'],
    least: 1,
    more: true,
    overRows: true,
    gives: 'as given',
    run: (args) => outermost(args, -1),
  },
  max: {
    takes: ['any'],
    least: 1,
    more: true,
    overRows: true,
    gives: 'as given',
    run: (args) => outermost(args, 1),
  },
  round: {
    takes: ['number', 'number'],
    least: 1,
    gives: 'number',
    run: ofNumber((number, places) => round(number, Math.max(-MAX_PLACES, places))),
  },
  floor: { takes: ['number'], least: 1, gives: 'number', run: ofNumber((number) => floor(number)) },
  ceil: {
    takes: ['number'],
    least: 1,
    gives: 'number',
    run: ofNumber((number) => negate(floor(negate(number)))),
  },
  abs: {
    takes: ['number'],
    least: 1,
    gives: 'number',
    run: ofNumber((number) => (number.units < 0n ? negate(number) : number)),
  },
  mod: {
    takes: ['number', 'number'],
    least: 2,
    gives: 'number',
    run([left = null, right = null]) {
      const [one, other] = [numberOf(left), numberOf(right)]
      return one && other ? modulo(one, other) : null
    },
  },
  number: { takes: ['any'], least: 1, gives: 'number', run: ([value = null]) => numberOf(value) },
  text: { takes: ['any'], least: 1, gives: 'text', run: ofText((text) => text || null) },
  fixed: {
    takes: ['number', 'number'],
    least: 2,
    gives: 'text',
    run: ofNumber((number, places) => decimalText(number, Math.min(MAX_PLACES, Math.max(0, places)))),
  },
  length: {
    takes: ['text'],
    least: 1,
    gives: 'number',
    run: ([text = null]) => decimal([...textOf(text)].length),
  },
  left: {
    takes: ['text', 'number'],
    least: 2,
    gives: 'text',
    run: ofText((text, count = null) => [...text].slice(0, wholeOf(count, 0)).join('') || null),
  },
  right: {
    takes: ['text', 'number'],
    least: 2,
    gives: 'text',
    run: ofText((text, count = null) => {
      const letters = [...text]
      return letters.slice(Math.max(0, letters.length - wholeOf(count, 0))).join('') || null
    }),
  },
  upper: { takes: ['text'], least: 1, gives: 'text', run: ofText((text) => text.toUpperCase()) },
  lower: { takes: ['text'], least: 1, gives: 'text', run: ofText((text) => text.toLowerCase()) },
  trim: { takes: ['text'], least: 1, gives: 'text', run: ofText((text) => text.trim() || null) },
  contains: {
    takes: ['text', 'text'],
    least: 2,
    gives: 'condition',
    run: ([text = null, part = null]) => part !== null && textOf(text).includes(textOf(part)),
  },
  startsWith: {
    takes: ['text', 'text'],
    least: 2,
    gives: 'condition',
    run: ([text = null, part = null]) => part !== null && textOf(text).startsWith(textOf(part)),
  },
  endsWith: {
    takes: ['text', 'text'],
    least: 2,
    gives: 'condition',
    run: ([text = null, part = null]) => part !== null && textOf(text).endsWith(textOf(part)),
  },
  today: { takes: [], least: 0, gives: 'date', run: (_, { date }) => date },
  now: { takes: [], least: 0, gives: 'date', run: (_, { time }) => time },
  date: {
    takes: ['number', 'number', 'number'],
    least: 3,
    gives: 'date',
    run([year = null, month = null, day = null]) {
      const [one, two, three] = [wholeNumber(year), wholeNumber(month), wholeNumber(day)]
      return one === null || two === null || three === null ? null : dayOf(one, two, three)
    },
  },
  year: { takes: ['date'], least: 1, gives: 'number', run: ofDate(({ year }) => decimal(year)) },
  month: { takes: ['date'], least: 1, gives: 'number', run: ofDate(({ month }) => decimal(month)) },
  day: { takes: ['date'], least: 1, gives: 'number', run: ofDate(({ day }) => decimal(day)) },
  weekday: { takes: ['date'], least: 1, gives: 'number', run: ofDate((parts) => decimal(weekday(parts))) },
  daysBetween: { takes: ['date', 'date'], least: 2, gives: 'number', run: ofDates(daysBetween) },
  monthsBetween: { takes: ['date', 'date'], least: 2, gives: 'number', run: ofDates(monthsBetween) },
  addDays: { takes: ['date', 'number'], least: 2, gives: 'date', run: moved(addDays) },
  addMonths: { takes: ['date', 'number'], least: 2, gives: 'date', run: moved(addMonths) },
  addYears: { takes: ['date', 'number'], least: 2, gives: 'date', run: moved(addMonths, 12) },
  format: {
    takes: ['date', 'text'],
    least: 2,
    gives: 'text',
    run: ofDate((parts, pattern = null) => formatDate(parts, textOf(pattern)) || null),
  },
} as const satisfies Readonly<Record<string, RuleFunction>>
export type FunctionName = keyof typeof FUNCTIONS

/** The function of a name, or null. */
export function functionOf(name: string): RuleFunction | null {
  return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name as FunctionName] : null
}

/** Two texts as one; nothing where the two are longer than any field. */
export function joined(left: Value, right: Value): Value {
  const text = textOf(left) + textOf(right)
  return text === '' || text.length > MAX_TEXT ? null : text
}

/** The smallest (−1) or greatest (1) of values that have an order. */
function outermost(values: readonly Value[], sign: 1 | -1): Value {
  return values.reduce<Value>((best, value) => {
    if (value === null || typeof value === 'boolean') return best
    return best === null || compareValues(value, best) === sign ? value : best
  }, null)
}

/** The whole number that a value is; null for a broken or an unmanageable one. */
function wholeNumber(value: Value): number | null {
  const number = numberOf(value)
  if (!number) return null
  const whole = isDecimal(number) ? Number(decimalText(number)) : Number.NaN
  return Number.isInteger(whole) && Math.abs(whole) < 10_000_000 ? whole : null
}

function wholeOf(value: Value, otherwise: number): number {
  return wholeNumber(value) ?? otherwise
}
