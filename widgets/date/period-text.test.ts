import { describe, expect, it } from 'vitest'
import { periodText } from './period-text.ts'

describe('text of a day', () => {
  it.each([
    ['2026-03-01', undefined, '2026-03-01'],
    ['2026-03-01 00:00:00', 'date', '2026-03-01'],
    ['2026-03-01', 'month', '2026-03'],
    ['2026-05-01', 'quarter', '2026年第2季度'],
    ['2026-05-01', 'year', '2026'],
    ['keine Angabe', 'year', 'keine Angabe'],
  ] as const)('%s by %s is %s', (day, picker, text) => {
    expect(periodText(day, picker)).toBe(text)
  })
})
