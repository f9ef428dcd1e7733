import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useDevice } from './device.ts'

afterEach(() => vi.unstubAllGlobals())

it('the device of the settings is read from the width of the window, and follows it [settings-02, layout-14]', () => {
  let width = 1440
  const watchers = new Set<() => void>()
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return width <= Number(/max-width: ([\d.]+)px/.exec(query)?.[1])
    },
    addEventListener: (_: string, changed: () => void) => watchers.add(changed),
    removeEventListener: (_: string, changed: () => void) => watchers.delete(changed),
  }))
  const { result, unmount } = renderHook(useDevice)
  const at = (px: number) => {
    width = px
    act(() => {
      for (const changed of watchers) changed()
    })
    return result.current
  }
  expect([1440, 1088, 1087, 768, 767, 390, 1440].map(at)).toEqual([
    'desktop',
    'desktop',
    'narrow',
    'narrow',
    'mobile',
    'mobile',
    'desktop',
  ])
  unmount()
  expect(watchers.size).toBe(0)
})
