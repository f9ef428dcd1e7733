import dayjs from 'dayjs'
import { describe, expect, it } from 'vitest'
import { dayOf, firstDay } from './period.ts'

describe('stored days', () => {
  it.each([
    ['2026-03-18', '2026-03-18'],
    ['2026-03-18 10:20:30', '2026-03-18'],
    ['2026-02-30', null],
    ['7', null],
    ['待定', null],
    [null, null],
  ])('%j is the day %j', (stored, day) => {
    expect(dayOf(stored)?.format('YYYY-MM-DD') ?? null).toBe(day)
  })

  it.each([
    ['date', '2026-05-20', '2026-05-20'],
    ['week', '2026-05-20', '2026-05-18'],
    ['week', '2026-05-24', '2026-05-18'],
    ['week', '2026-05-25', '2026-05-25'],
    ['month', '2026-05-20', '2026-05-01'],
    ['quarter', '2026-05-31', '2026-04-01'],
    ['quarter', '2026-12-31', '2026-10-01'],
    ['year', '2026-05-20', '2026-01-01'],
  ] as const)('a %s with %s begins on %s [widget-05]', (picker, day, first) => {
    expect(firstDay(dayjs(day), picker)).toBe(first)
  })
})
