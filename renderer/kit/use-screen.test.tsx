import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { TakenWidthContext, useScreen } from './use-screen.ts'

afterEach(() => vi.unstubAllGlobals())

const screenAt = (width: number, taken: number) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1]),
    addEventListener() {},
    removeEventListener() {},
  }))
  return renderHook(useScreen, {
    wrapper: ({ children }) => <TakenWidthContext value={taken}>{children}</TakenWidthContext>,
  }).result.current
}

it('a part beside another has the room of a narrower window', () => {
  expect(screenAt(1440, 0)).toBe('xl')
  expect(screenAt(1440, 280)).toBe('lg')
  expect(screenAt(1440, 632)).toBe('md')
  expect(screenAt(390, 280)).toBe('xs')
})
