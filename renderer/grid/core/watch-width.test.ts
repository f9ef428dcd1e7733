import { afterEach, expect, it, vi } from 'vitest'
import { watchWidth } from './watch-width.ts'

afterEach(() => vi.unstubAllGlobals())

it('a grid is drawn anew when its tab is shown again, as wide as before', () => {
  let measured: (entries: { contentRect: { width: number } }[]) => void = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: typeof measured) {
        measured = listener
      }
      observe() {}
      disconnect() {}
    },
  )
  const onShown = vi.fn()
  watchWidth(document.createElement('div'), onShown)
  const drawnAfter = (width: number) => {
    onShown.mockClear()
    measured([{ contentRect: { width } }])
    return onShown.mock.calls.length
  }
  expect([600, 600.2, 700, 0, 700].map(drawnAfter)).toEqual([1, 0, 1, 0, 1])
})
