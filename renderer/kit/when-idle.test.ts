import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('waits until the page has settled, then until the browser is idle', () => {
  let isIdle: () => void = () => {}
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    isIdle = run
    return 1
  })
  const run = vi.fn()
  whenIdle(run)
  vi.advanceTimersByTime(999)
  isIdle()
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).not.toHaveBeenCalled()
  isIdle()
  expect(run).toHaveBeenCalledTimes(1)
})

it('does without where the browser does not say that it is idle, and can be called off', () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const run = vi.fn()
  const callOff = whenIdle(run)
  callOff()
  vi.advanceTimersByTime(5000)
  expect(run).not.toHaveBeenCalled()
  whenIdle(run)
  vi.advanceTimersByTime(1000)
  expect(run).toHaveBeenCalledTimes(1)
})
