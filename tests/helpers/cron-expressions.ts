import fc from 'fast-check'

/** A field: `*`, values, a range, or a start with an interval. */
const field = (min: number, max: number) => {
  const value = fc.integer({ min, max })
  return fc.oneof(
    fc.constant('*'),
    fc.uniqueArray(value, { minLength: 1, maxLength: 4 }).map((values) => values.join(',')),
    fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc.tuple(value, fc.integer({ min: 1, max: max - min })).map(([from, every]) => `${from}/${every}`),
  )
}
const weekday = fc.integer({ min: 1, max: 7 })
const days = fc.oneof(
  field(1, 31).map((day) => [day, '?']),
  fc.constantFrom('L', 'LW').map((day) => [day, '?']),
  fc.integer({ min: 1, max: 31 }).map((day) => [`${day}W`, '?']),
  field(1, 7).map((day) => ['?', day]),
  weekday.map((day) => ['?', `${day}L`]),
  fc.tuple(weekday, fc.integer({ min: 1, max: 5 })).map(([day, nth]) => ['?', `${day}#${nth}`]),
)
const years = fc.oneof(fc.constant(''), fc.constant(' 2027'), fc.constant(' 2028-2036/4'))
/** Expressions that Quartz accepts, of six or seven parts, in these hours. */
export function cronExpressionsIn(hours: readonly [first: number, last: number]): fc.Arbitrary<string> {
  return fc
    .tuple(field(0, 59), field(0, 59), field(...hours), days, field(1, 12), years)
    .map(([s, m, h, [day, week], month, year]) => `${s} ${m} ${h} ${day} ${month} ${week}${year}`)
}

/** Expressions that Quartz accepts, of six or seven parts. */
export const cronExpressions: fc.Arbitrary<string> = cronExpressionsIn([0, 23])
