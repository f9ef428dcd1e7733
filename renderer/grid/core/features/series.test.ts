import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import { type SeriesChoice, seriesOf } from './series.ts'

/** The three cells after the given ones. */
const later = (values: readonly unknown[], choice?: SeriesChoice) =>
  [0, 1, 2].map((at) => seriesOf(values, choice)(values.length + at))
/** The two cells before them, the nearest first. */
const earlier = (values: readonly unknown[], choice?: SeriesChoice) =>
  [-1, -2].map((at) => seriesOf(values, choice)(at))

describe('a filled line', () => {
  it.each<[string, unknown[], unknown[], unknown[]]>([
    ['numbers of one step', [1, 3, 5], [7, 9, 11], [-1, -3]],
    ['fractions without the errors of machines', [0.1, 0.2], [0.3, 0.4, 0.5], [0, -0.1]],
    ['numbers that fall', [10, 5], [0, -5, -10], [15, 20]],
    ['fractions that are stored as texts', ['1.50', '2.00'], ['2.50', '3.00', '3.50'], ['1.00', '0.50']],
    ['days', ['2026-02-27'], ['2026-02-28', '2026-03-01', '2026-03-02'], ['2026-02-26', '2026-02-25']],
    [
      'every second day',
      ['2026-02-27', '2026-03-01'],
      ['2026-03-03', '2026-03-05', '2026-03-07'],
      ['2026-02-25', '2026-02-23'],
    ],
    [
      'the same day of each month',
      ['2026-01-15', '2026-02-15'],
      ['2026-03-15', '2026-04-15', '2026-05-15'],
      ['2025-12-15', '2025-11-15'],
    ],
    [
      'the last day of each month',
      ['2026-01-31', '2026-02-28'],
      ['2026-03-31', '2026-04-30', '2026-05-31'],
      ['2025-12-31', '2025-11-30'],
    ],
    [
      'years',
      ['2024-02-29', '2025-02-28'],
      ['2026-02-28', '2027-02-28', '2028-02-29'],
      ['2023-02-28', '2022-02-28'],
    ],
    [
      'moments',
      ['2026-01-01 23:00:00', '2026-01-01 23:30:00'],
      ['2026-01-02 00:00:00', '2026-01-02 00:30:00', '2026-01-02 01:00:00'],
      ['2026-01-01 22:30:00', '2026-01-01 22:00:00'],
    ],
    [
      'a moment of each day',
      ['2026-01-01 08:30:00'],
      ['2026-01-02 08:30:00', '2026-01-03 08:30:00', '2026-01-04 08:30:00'],
      ['2025-12-31 08:30:00', '2025-12-30 08:30:00'],
    ],
    ['hours', ['22:15:00'], ['23:15:00', '00:15:00', '01:15:00'], ['21:15:00', '20:15:00']],
    [
      'times of one step',
      ['08:00:00', '08:20:00'],
      ['08:40:00', '09:00:00', '09:20:00'],
      ['07:40:00', '07:20:00'],
    ],
    ['days of the week', ['周五'], ['周六', '周日', '周一'], ['周四', '周三']],
    ['every second of them', ['星期一', '星期三'], ['星期五', '星期日', '星期二'], ['星期六', '星期四']],
    ['months', ['十一月', '十二月'], ['一月', '二月', '三月'], ['十月', '九月']],
    ['months of a list that has all words', ['May', 'Jun'], ['Jul', 'Aug', 'Sep'], ['Apr', 'Mar']],
    ['texts with a number at their end', ['展位9'], ['展位10', '展位11', '展位12'], ['展位8', '展位7']],
    ['zeros before the number', ['A-009'], ['A-010', 'A-011', 'A-012'], ['A-008', 'A-007']],
    ['steps of such numbers', ['A1', 'A4'], ['A7', 'A10', 'A13'], ['A2', 'A5']],
    [
      'digits, however many',
      ['99999999999999999998', '99999999999999999999'],
      ['100000000000000000000', '100000000000000000001', '100000000000000000002'],
      ['99999999999999999997', '99999999999999999996'],
    ],
    ['texts that begin differently, each by itself', ['A1', 'B5'], ['A2', 'B6', 'A3'], ['B4', 'A0']],
  ])('goes on: %s', (_what, values, next, previous) => {
    expect(later(values)).toEqual(next)
    expect(earlier(values)).toEqual(previous)
  })

  it.each<[string, unknown[], unknown[]]>([
    ['a number alone', [5], [5, 5, 5]],
    [
      'digits alone, such as a telephone number',
      ['13800000000'],
      ['13800000000', '13800000000', '13800000000'],
    ],
    ['numbers without a step', [1, 2, 4], [1, 2, 4]],
    [
      'days without a step',
      ['2026-01-01', '2026-01-02', '2026-01-05'],
      ['2026-01-01', '2026-01-02', '2026-01-05'],
    ],
    ['what is no date', ['2026-13-45x'], ['2026-13-45x', '2026-13-45x', '2026-13-45x']],
    ['texts', ['甲方', '乙方'], ['甲方', '乙方', '甲方']],
    ['kinds that differ', [1, 'x'], [1, 'x', 1]],
    ['nothing', [null], [null, null, null]],
    ['a gap', [1, null, 3], [1, null, 3]],
  ])('repeats itself: %s', (_what, values, next) => expect(later(values)).toEqual(next))

  it('is turned by a key: a single number counts, what would count is repeated', () => {
    const turned = { turned: true }
    expect(later([5], turned)).toEqual([6, 7, 8])
    expect(later(['009'], turned)).toEqual(['010', '011', '012'])
    expect(later([1, 3], turned)).toEqual([1, 3, 1])
    expect(later(['周一'], turned)).toEqual(['周一', '周一', '周一'])
    expect(later(['2026-01-01'], turned)).toEqual(['2026-01-01', '2026-01-01', '2026-01-01'])
  })

  it('follows the period that a column chooses', () => {
    expect(later(['2026-11-01'], { period: 'month' })).toEqual(['2026-12-01', '2027-01-01', '2027-02-01'])
    expect(later(['2026-01-01'], { period: 'quarter' })).toEqual(['2026-04-01', '2026-07-01', '2026-10-01'])
    expect(later(['2026-01-01'], { period: 'year' })).toEqual(['2027-01-01', '2028-01-01', '2029-01-01'])
    expect(later(['2026-01-05'], { period: 'week' })).toEqual(['2026-01-12', '2026-01-19', '2026-01-26'])
  })

  it('ends where the calendar does', () => expect(later(['9999-12-31'])).toEqual([null, null, null]))

  it('has what it began with in its own places, whatever it is', () =>
    fc.assert(
      fc.property(
        // No cell holds a zero with a sign: its text has none.
        fc.array(
          fc.oneof(
            fc.integer(),
            fc.double().map((value) => value + 0),
            fc.string(),
            fc.constant(null),
          ),
          {
            minLength: 1,
          },
        ),
        fc.boolean(),
        (values, turned) => {
          const series = seriesOf(values, { turned })
          for (const [at, value] of values.entries()) expect(series(at)).toEqual(value)
        },
      ),
      propertyRuns(200),
    ))
})
