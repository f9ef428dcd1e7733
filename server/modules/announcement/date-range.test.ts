import { expect, it } from 'vitest'
import { dateRange } from './date-range.ts'

/** A Sunday, the last day of its week. */
const SUNDAY = new Date(2026, 10, 1, 12)

it.each([
  ['jt', '2026-11-01', '2026-11-01'],
  ['zt', '2026-10-31', '2026-10-31'],
  ['qt', '2026-10-30', '2026-10-30'],
  ['bz', '2026-10-26', '2026-11-01'],
  ['sz', '2026-10-19', '2026-10-25'],
  ['by', '2026-11-01', '2026-11-30'],
  ['sy', '2026-10-01', '2026-10-31'],
] as const)('%s is from %s to %s', (key, from, to) => {
  expect(dateRange(key, SUNDAY, {})).toEqual({ from: `${from} 00:00:00`, to: `${to} 23:59:59` })
})

it('takes days that were chosen whole, and leaves open what was not', () => {
  expect(dateRange('zdy', SUNDAY, { beginDate: '2026-01-02', endDate: '2026-01-03 10:00:00' })).toEqual({
    from: '2026-01-02 00:00:00',
    to: '2026-01-03 23:59:59',
  })
  expect(dateRange('zdy', SUNDAY, { beginDate: 'yesterday' })).toEqual({ from: null, to: null })
})
