import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOwnPlace, type GridPlace } from './own-place.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('tells a place once, and by itself that an open editor was given up', () => {
  let now: GridPlace | null = null
  const told: (GridPlace | null)[] = []
  const place = createOwnPlace(
    () => now,
    (one) => told.push(one),
  )
  const look = (next: GridPlace | null) => {
    now = next
    place.look()
    place.look()
    vi.advanceTimersByTime(0)
  }
  look(null)
  expect(told).toEqual([])
  const cell = { row: '7', field: 'name', isEditing: true }
  look(cell)
  look(cell)
  expect(told).toEqual([cell])
  now = { ...cell, isEditing: false }
  vi.advanceTimersByTime(500)
  expect(told.at(-1)).toEqual({ ...cell, isEditing: false })
  vi.advanceTimersByTime(5000)
  look(null)
  expect(told.slice(2)).toEqual([null])
})
