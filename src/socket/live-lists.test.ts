import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLiveLists, LINGER_MS } from './live-lists.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function start() {
  const left = vi.fn()
  const line = { pageId: 'p', join: vi.fn(() => left), tellRow: vi.fn(), tellEvent: vi.fn(), close: vi.fn() }
  const open = vi.fn(() => line)
  return { lists: createLiveLists(), left, line, open }
}

it('opens one line for all lists, and keeps it for the next page', () => {
  const { lists, left, line, open } = start()
  lists.use(open)
  expect(open).not.toHaveBeenCalled()
  const ends = ['expo', 'booth'].map((form) => lists.watch(form, () => {}))
  expect(open).toHaveBeenCalledTimes(1)
  expect(line.join).toHaveBeenCalledTimes(2)
  for (const end of ends) end()
  expect(left).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(LINGER_MS - 1)
  lists.watch('expo', () => {})()
  vi.advanceTimersByTime(LINGER_MS - 1)
  expect(line.close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(line.close).toHaveBeenCalledTimes(1)
  expect(open).toHaveBeenCalledTimes(1)
})

it('ends the line with the session, and joins lists that are still there to the next one', () => {
  const { lists, line, open } = start()
  lists.watch('expo', () => {})
  lists.use(open)
  expect(line.join).toHaveBeenCalledTimes(1)
  lists.use(null)
  expect(line.close).toHaveBeenCalledTimes(1)
  lists.use(open)
  expect(line.join).toHaveBeenCalledTimes(2)
})
