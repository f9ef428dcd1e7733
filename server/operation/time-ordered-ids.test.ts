import { describe, expect, it } from 'vitest'
import { timeOrderedIds } from './time-ordered-ids.ts'

describe('time-ordered ids', () => {
  it('grow with time, within one millisecond, and when the clock goes back', () => {
    const next = timeOrderedIds()
    const times = [1000, 1000, 1000, 1001, 999, 50_000]
    const ids = times.map((time) => next(new Date(time)))
    expect(ids).toEqual([...ids].sort())
    expect(new Set(ids).size).toBe(times.length)
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
